import { createSecretKey, diffieHellman, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { ServiceName } from '@halyard/contracts';
import { KEY_BYTES } from '../sealing/key-sources.js';
import { privateKeyOf, publicBytesOf } from './key-objects.js';
import { parseIdentity, type PublicIdentity, textOfIdentity } from './public-identity.js';

/** Signs in the thread pool, so that the event loop goes on: node does that if it gets a callback. */
const signAside = promisify(sign);
const verifyAside = promisify(verify);

/** A key that exactly two services know, for messages from one of them to the other. */
export interface SharedKey {
  /** The other service's identity. */
  readonly kid: string;
  readonly service: ServiceName;
  readonly key: KeyObject;
}

export interface Signature {
  readonly kid: string;
  readonly value: Buffer;
}

/** The public text of the identity that derives from a service's secret. */
export const identityText = (service: ServiceName, secret: Buffer): string =>
  textOfIdentity(service, publicBytesOf(signingKeyOf(secret)), publicBytesOf(agreementKeyOf(secret)));

const signingKeyOf = (secret: Buffer) => privateKeyOf('Ed25519', secret, 'halyard/identity/v1/signing');
const agreementKeyOf = (secret: Buffer) => privateKeyOf('X25519', secret, 'halyard/identity/v1/agreement');

/**
 * A service's own identity, and the public identities of all services. With its own identity, a service signs its
 * events, and agrees on a key with each other service. While a service changes its key, it has several identities (ADR
 * 26).
 */
export class Identities {
  /** The id of the service's own identity. */
  readonly kid: string;
  private readonly signingKey;
  private readonly agreementKey;
  private readonly byKid: ReadonlyMap<string, PublicIdentity>;
  private readonly shared = new Map<string, KeyObject>();

  constructor(
    readonly service: ServiceName,
    secret: Buffer,
    known: readonly PublicIdentity[],
  ) {
    this.signingKey = signingKeyOf(secret);
    this.agreementKey = agreementKeyOf(secret);
    this.kid = parseIdentity(identityText(service, secret)).kid;
    this.byKid = new Map(known.map((identity) => [identity.kid, identity]));
  }

  async sign(bytes: Uint8Array): Promise<Signature> {
    return { kid: this.kid, value: await signAside(null, bytes, this.signingKey) };
  }

  has(service: ServiceName, kid: string): boolean {
    return this.byKid.get(kid)?.service === service;
  }

  /** Whether the service has signed these bytes, with an identity that is known to belong to it. */
  async verify(service: ServiceName, bytes: Uint8Array, { kid, value }: Signature): Promise<boolean> {
    const identity = this.byKid.get(kid);
    return identity?.service === service && verifyAside(null, bytes, identity.signing, value);
  }

  /**
   * The key for messages to another service. @param kid the other service's current identity; by default the first one
   * that is known
   */
  to(service: ServiceName, kid?: string): SharedKey | undefined {
    for (const identity of this.byKid.values()) {
      if (identity.service === service && (kid ?? identity.kid) === identity.kid) return this.share(identity, 'to');
    }
    return undefined;
  }

  /** The key for messages to this service, from the owner of the identity `kid`. */
  from(kid: string): SharedKey | undefined {
    const identity = this.byKid.get(kid);
    return identity && this.share(identity, 'from');
  }

  private share(identity: PublicIdentity, direction: 'to' | 'from'): SharedKey {
    const { kid, service } = identity;
    const way = direction === 'to' ? `${this.kid}/${kid}` : `${kid}/${this.kid}`;
    let key = this.shared.get(way);
    if (!key) {
      const secret = diffieHellman({ privateKey: this.agreementKey, publicKey: identity.agreement });
      const bytes = hkdfSync('sha256', secret, Buffer.alloc(0), `halyard/calls/v1/${way}`, KEY_BYTES);
      key = createSecretKey(Buffer.from(bytes));
      this.shared.set(way, key);
    }
    return { kid, service, key };
  }
}
