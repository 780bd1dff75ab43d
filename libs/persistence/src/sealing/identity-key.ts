import type { ServiceName } from '@halyard/contracts';
import { IDENTITY_PREFIX, keyFromDirectory, keyFromEnvironment, KeysError, type KeysOptions } from './key-sources.js';

const OWN = 'IDENTITY_KEY';

/**
 * The secret of a service's identity: `CUSTOMERS_IDENTITY_KEY` for a program that has those of several services,
 * `IDENTITY_KEY` for the service itself, each as text or as a file; else its file in the directory, made at first start.
 *
 * @throws KeysError where there is none, or it is unreadable
 */
export function identityKeyOf(service: ServiceName, { dir, env }: KeysOptions): Buffer {
  const given = givenIdentityKey(service, env);
  if (given) return given;
  if (dir === undefined) throw new KeysError(`${OWN} or ${OWN}_FILE of ${service} is missing`);
  return identityKeyIn(dir, service);
}

/** What the environment gives. */
export const givenIdentityKey = (service: ServiceName, env: KeysOptions['env']): Buffer | undefined =>
  keyFromEnvironment(variableOf(service), env) ?? keyFromEnvironment(OWN, env);

const variableOf = (service: ServiceName): string => `${service.toUpperCase().replaceAll('-', '_')}_${OWN}`;

/** The file of a directory, made where it is missing. */
export const identityKeyIn = (dir: string, service: ServiceName): Buffer =>
  keyFromDirectory(`${IDENTITY_PREFIX}${service}`, dir);
