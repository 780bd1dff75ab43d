import type { ServiceName } from '@halyard/contracts';
import { IDENTITY_PREFIX, keyFromDirectory, keyFromEnvironment, KeysError, type KeysOptions } from './key-sources.js';

const OWN = 'IDENTITY_KEY';

/**
 * The secret of a service's identity. A program for several services reads `CUSTOMERS_IDENTITY_KEY` and the like, the
 * service itself `IDENTITY_KEY`, each as text or as a file; else its file in the directory is used, made at first
 * start.
 * @throws KeysError if there is none, or it is unreadable
 */
export function identityKeyOf(service: ServiceName, { dir, env }: KeysOptions): Buffer {
  const given = givenIdentityKey(service, env);
  if (given) return given;
  if (dir === undefined) throw new KeysError(`${OWN} or ${OWN}_FILE of ${service} is missing`);
  return identityKeyIn(dir, service);
}

/** Undefined if the environment has none. */
export const givenIdentityKey = (service: ServiceName, env: KeysOptions['env']): Buffer | undefined =>
  keyFromEnvironment(variableOf(service), env) ?? keyFromEnvironment(OWN, env);

const variableOf = (service: ServiceName): string => `${service.toUpperCase().replaceAll('-', '_')}_${OWN}`;

/** Makes the file if it is missing. */
export const identityKeyIn = (dir: string, service: ServiceName): Buffer =>
  keyFromDirectory(`${IDENTITY_PREFIX}${service}`, dir);
