import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { KEY_BYTES } from '../sealing/key-sources.js';

type Curve = 'Ed25519' | 'X25519';

/** The bytes before the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX: Readonly<Record<Curve, string>> = {
  Ed25519: '302e020100300506032b657004220420',
  X25519: '302e020100300506032b656e04220420',
};

/** A private key that derives from a secret. Several keys of one secret tell nothing about each other. */
export function privateKeyOf(curve: Curve, secret: Buffer, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES));
  return createPrivateKey({
    key: Buffer.concat([Buffer.from(PKCS8_PREFIX[curve], 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
}

export function publicBytesOf(key: KeyObject): Buffer {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

export const publicKeyOf = (curve: Curve, bytes: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: curve, x: bytes.toString('base64url') }, format: 'jwk' });
