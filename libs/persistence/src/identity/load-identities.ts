import { type ServiceName, serviceNames } from '@halyard/contracts';
import { givenIdentityKey, identityKeyIn, identityKeyOf } from '../sealing/identity-key.js';
import { KeysError, type KeysOptions, textOf } from '../sealing/key-sources.js';
import { Identities, identityText } from './identities.js';
import { parseIdentity, type PublicIdentity } from './public-identity.js';

const KNOWN = 'SERVICE_IDENTITIES';

/**
 * Loads a service's own identity from `IDENTITY_KEY`, and the public identities of all from `SERVICE_IDENTITIES`; each
 * setting is text or names a file. Without `IDENTITY_KEY`, all keys are read from the directory, and made there at the
 * first start. The identities in `SERVICE_IDENTITIES` are then known in addition.
 * @throws KeysError if an identity is missing or unreadable, or if `SERVICE_IDENTITIES` lacks the service's own
 */
export function loadIdentities(service: ServiceName, keysIn: KeysOptions): Identities {
  const { dir, env, isReadOnly } = keysIn;
  const secret = identityKeyOf(service, keysIn);
  const kept = dir === undefined || givenIdentityKey(service, env) ? [] : keptIdentities(dir, isReadOnly);
  const identities = new Identities(service, secret, [...kept.map(parseIdentity), ...namedIdentities(env)]);
  if (!identities.has(service, identities.kid)) {
    throw new KeysError(`${KNOWN} does not name the identity of ${service}: ${identityText(service, secret)}`);
  }
  return identities;
}

/** Reads the public identities in a directory, one for each service. Missing keys are made, unless nothing may be. */
export const keptIdentities = (dir: string, isReadOnly?: boolean): string[] =>
  serviceNames.map((service) => identityText(service, identityKeyIn(dir, service, isReadOnly)));

function namedIdentities(env: KeysOptions['env']): PublicIdentity[] {
  const entries = (textOf(KNOWN, env) ?? '').split(/[,\s]+/).filter(Boolean);
  return entries.map((entry, index) => {
    try {
      return parseIdentity(entry);
    } catch (cause) {
      throw new KeysError(`${KNOWN} must hold service:identity pairs, and its number ${index + 1} is none`, { cause });
    }
  });
}
