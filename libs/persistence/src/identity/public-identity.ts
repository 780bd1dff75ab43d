import { hash, type KeyObject } from 'node:crypto';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { KEY_BYTES } from '../sealing/key-sources.js';
import { publicKeyOf } from './key-objects.js';

const KID_LENGTH = 16;

/** A service's public keys. One verifies the service's signatures; with the other, services agree on a shared key. */
export interface PublicIdentity {
  readonly service: ServiceName;
  /** The id of the identity, derived from both public keys. */
  readonly kid: string;
  readonly signing: KeyObject;
  readonly agreement: KeyObject;
}

const isService = (name: string): name is ServiceName => serviceNames.some((service) => service === name);

/**
 * Writes an identity as `transfers:<base64url>`: the service's name, and its public keys for signatures and for
 * agreement, 32 bytes each.
 */
export const textOfIdentity = (service: ServiceName, signing: Buffer, agreement: Buffer): string =>
  `${service}:${Buffer.concat([signing, agreement]).toString('base64url')}`;

/** @throws Error if the text can't come from `textOfIdentity` */
export function parseIdentity(text: string): PublicIdentity {
  const [service = '', encoded = '', ...rest] = text.split(':');
  const bytes = Buffer.from(encoded, 'base64url');
  const isWhole = bytes.length === 2 * KEY_BYTES && bytes.toString('base64url') === encoded;
  if (!isService(service) || !isWhole || rest.length > 0) throw new Error('no identity');
  return {
    service,
    kid: hash('sha256', bytes, 'base64url').slice(0, KID_LENGTH),
    signing: publicKeyOf('Ed25519', bytes.subarray(0, KEY_BYTES)),
    agreement: publicKeyOf('X25519', bytes.subarray(KEY_BYTES)),
  };
}
