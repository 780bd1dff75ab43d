import type { ServiceName } from '@halyard/contracts';
import { IDENTITY_PREFIX, keyFromDirectory, keyFromEnvironment, KeysError, type KeysOptions } from './key-sources.js';

const OWN = 'IDENTITY_KEY';

/**
 * The secret of a service's identity, as text or as a file: from `IDENTITY_KEY` in the service itself, and from
 * `CUSTOMERS_IDENTITY_KEY` and the like in a program for several services. Without them, it is read from a file in the
 * directory, which is made at the first start.
 * @throws KeysError if there is none, or it is unreadable
 */
export function identityKeyOf(service: ServiceName, { dir, env, isReadOnly }: KeysOptions): Buffer {
  const given = givenIdentityKey(service, env);
  if (given) return given;
  if (dir === undefined) throw new KeysError(`${OWN} or ${OWN}_FILE of ${service} is missing`);
  return identityKeyIn(dir, service, isReadOnly);
}

/** The secret that the environment gives; undefined if it gives none. */
export const givenIdentityKey = (service: ServiceName, env: KeysOptions['env']): Buffer | undefined =>
  keyFromEnvironment(variableOf(service), env) ?? keyFromEnvironment(OWN, env);

const variableOf = (service: ServiceName): string => `${service.toUpperCase().replaceAll('-', '_')}_${OWN}`;

/** The secret in the directory. Its file is made if it is missing, unless nothing may be made. */
export const identityKeyIn = (dir: string, service: ServiceName, isReadOnly?: boolean): Buffer =>
  keyFromDirectory(`${IDENTITY_PREFIX}${service}`, dir, isReadOnly);
