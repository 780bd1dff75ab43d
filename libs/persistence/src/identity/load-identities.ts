import { type ServiceName, serviceNames } from '@halyard/contracts';
import { givenIdentityKey, identityKeyIn, identityKeyOf } from '../sealing/identity-key.js';
import { KeysError, type KeysOptions, textOf } from '../sealing/key-sources.js';
import { Identities, identityText } from './identities.js';
import { parseIdentity, type PublicIdentity } from './public-identity.js';

const KNOWN = 'SERVICE_IDENTITIES';

/**
 * A service's own identity from `IDENTITY_KEY`, and everyone's from `SERVICE_IDENTITIES`, each as text or as a file. An
 * installation with all keys in one directory finds its own there, made at first start, and everyone's besides those
 * that `SERVICE_IDENTITIES` names.
 * @throws KeysError if one is missing or unreadable, or if others are not told of the own identity
 */
export function loadIdentities(service: ServiceName, keysIn: KeysOptions): Identities {
  const { dir, env } = keysIn;
  const secret = identityKeyOf(service, keysIn);
  const kept = dir === undefined || givenIdentityKey(service, env) ? [] : keptIdentities(dir);
  const identities = new Identities(service, secret, [...kept.map(parseIdentity), ...namedIdentities(env)]);
  if (!identities.has(service, identities.kid)) {
    throw new KeysError(`${KNOWN} does not name the identity of ${service}: ${identityText(service, secret)}`);
  }
  return identities;
}

/** The public identities of a directory, one of each service. Missing keys are made. */
export const keptIdentities = (dir: string): string[] =>
  serviceNames.map((service) => identityText(service, identityKeyIn(dir, service)));

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
