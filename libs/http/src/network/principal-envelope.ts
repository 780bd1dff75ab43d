import { createHash, createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { HeaderFields, Operation, ServiceName } from '@halyard/contracts';
import { type Clock, DomainError } from '@halyard/core';
import { NonceMemory } from './nonce-memory.js';

/**
 * The header of the envelope, in parts with dots between them: the names of the sender's and the receiver's identities,
 * the base64url of its JSON, and the base64url of its HMAC-SHA256 under the key that these two share.
 */
export const ENVELOPE_HEADER = 'x-signed-operation';

/** How long a signed request is valid, and how far the clocks of two machines may differ. */
const VALIDITY_MS = 10_000;

/** A key that exactly two services know. */
interface SharedKey {
  /** The other service's identity. */
  readonly kid: string;
  readonly service: ServiceName;
  readonly key: KeyObject;
}

/**
 * The keys by which a service signs requests and verifies those of others: one for each pair of services and direction.
 */
export interface CallKeys {
  readonly service: ServiceName;
  /** Name of this service's own identity. */
  readonly kid: string;
  /** @param kid the identity that the other service reports; the first one known of it by default */
  to(service: ServiceName, kid?: string): SharedKey | undefined;
  from(kid: string): SharedKey | undefined;
}

/** The receiver of a request, as far as the sender knows it. */
export interface Receiver {
  /** The instance id of the process. */
  readonly instance?: string | undefined;
  /** The identity of the process. */
  readonly kid?: string | undefined;
}

/** The request to which a signature binds the operation. */
export interface BoundRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
}

interface Envelope {
  readonly operation: Operation;
  /** Absent when the body is streamed: its digest is signed after it. */
  readonly bodyDigest?: string;
  /**
   * The client's header fields that pass, with media type and length of the body; only on routes whose kind is not
   * `plain`.
   */
  readonly fields?: HeaderFields;
  /** Absent while the sender does not know the instance yet. */
  readonly instance?: string;
  readonly issuedAtMs: number;
  readonly nonce: string;
}

/** An operation signed by a service that may speak for it; the body is still to be compared. */
export interface VerifiedEnvelope {
  readonly operation: Operation;
  readonly bodyDigest?: string | undefined;
  readonly exchange?: VerifiedExchange;
}

/** The signed part of a request whose body is streamed. */
export interface VerifiedExchange {
  readonly fields: HeaderFields;
  readonly hasBody: boolean;
  /** Whether the sender signed this digest for this very request. */
  readonly isBody: (digest: string, signature: unknown) => boolean;
}

/** What is signed before the body is known. */
interface OfferedExchange {
  readonly operation: Operation;
  readonly fields: HeaderFields;
  readonly hasBody: boolean;
}

/** The signatures of one delivery. */
export interface SealedExchange {
  readonly header: string;
  /** Makes the trailer, once the digest is known. */
  readonly signBody: (digest: string) => string;
}

/**
 * The request was sealed by a service, but for another process, for an earlier one at the same address, or for none. It
 * is not carried out; its sender may be told the instance and seal it again.
 */
export class SealedForAnother extends DomainError {
  constructor() {
    super('InvalidCredentials');
  }
}

/**
 * The request was sealed for an identity that this process does not have: its sender may be told which it has, and seal
 * it again.
 */
export class SealedForOtherIdentity extends DomainError {
  constructor() {
    super('InvalidCredentials');
  }
}

const NO_BYTES = Buffer.alloc(0);

export const bodyDigest = (body: Uint8Array = NO_BYTES): string =>
  createHash('sha256').update(body).digest('base64url');

/**
 * Signs operations between services, and verifies signed ones. Each service speaks for itself, and only the gateway for
 * clients as well. An intercepted request is worth nothing for another path, body or service, after some seconds, a
 * second time, or in another process. Each process remembers the used nonces only by itself and only while it runs;
 * therefore every envelope names the instance that it is for, an id that each process makes at its start. A sender
 * learns that id from its first attempt, which is refused. It is told only to holders of a key, though it would be of
 * no use to others.
 */
export class PrincipalEnvelopes {
  /** The instance id in envelopes for this process. */
  readonly instance = randomUUID();
  private readonly used: NonceMemory;

  constructor(
    private readonly keys: CallKeys,
    private readonly clock: Clock,
  ) {
    // An envelope from a clock that runs ahead is valid for up to twice the validity after it is seen.
    this.used = new NonceMemory(2 * VALIDITY_MS);
  }

  /**
   * The header value for one delivery of a request; a repeated delivery needs a new one.
   *
   * @throws DomainError ServiceUnavailable for a service that no identity is known of
   */
  seal(bound: BoundRequest, body: Uint8Array | undefined, operation: Operation, receiver: Receiver = {}): string {
    return this.header(this.sharedWith(bound.service, receiver), bound, {
      operation,
      bodyDigest: bodyDigest(body),
      instance: receiver.instance,
      issuedAtMs: this.clock.system().getTime(),
      nonce: randomUUID(),
    });
  }

  /**
   * Like `seal`, for a request whose body is not known yet. The body is tied to the request by the nonce, of which a
   * process accepts each only once.
   *
   * @throws DomainError ServiceUnavailable for a service that no identity is known of
   */
  sealExchange(bound: BoundRequest, exchange: OfferedExchange, receiver: Receiver): SealedExchange {
    const { operation, fields, hasBody } = exchange;
    const shared = this.sharedWith(bound.service, receiver);
    const nonce = randomUUID();
    const header = this.header(shared, bound, {
      operation,
      fields,
      ...(!hasBody && { bodyDigest: bodyDigest() }),
      instance: receiver.instance,
      issuedAtMs: this.clock.system().getTime(),
      nonce,
    });
    return { header, signBody: (digest) => signBody(shared, nonce, digest).toString('base64url') };
  }

  private sharedWith(service: ServiceName, { kid }: Receiver): SharedKey {
    const shared = this.keys.to(service, kid);
    if (shared) return shared;
    throw new DomainError('ServiceUnavailable', { cause: `no identity of ${service} is known` });
  }

  private header(shared: SharedKey, bound: BoundRequest, envelope: Envelope): string {
    const encoded = Buffer.from(JSON.stringify(envelope)).toString('base64url');
    return [this.keys.kid, shared.kid, encoded, sign(shared, bound, encoded).toString('base64url')].join('.');
  }

  /** Whether a service is known to have that identity. */
  knows(service: ServiceName, kid: string): boolean {
    return this.keys.to(service, kid) !== undefined;
  }

  /** The identity of this process, for which senders seal. */
  get kid(): string {
    return this.keys.kid;
  }

  /** @throws DomainError InvalidCredentials, without a reason; SealedForAnother, SealedForOtherIdentity */
  open(bound: BoundRequest, header: unknown): VerifiedEnvelope {
    const [from, to, encoded, signature, ...rest] = typeof header === 'string' ? header.split('.') : [];
    if (!from || !to || !encoded || !signature || rest.length > 0) throw new DomainError('InvalidCredentials');
    const shared = this.keys.from(from);
    if (!shared) throw new DomainError('InvalidCredentials');
    if (to !== this.keys.kid) throw new SealedForOtherIdentity();

    if (!isSame(sign(shared, bound, encoded), signature)) throw new DomainError('InvalidCredentials');
    // One of our services wrote it, so that its form needs no check; whom it speaks for does.
    const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Envelope;
    if (!maySpeakFor(shared.service, envelope.operation)) throw new DomainError('InvalidCredentials');
    const nowMs = this.clock.system().getTime();
    if (Math.abs(nowMs - envelope.issuedAtMs) > VALIDITY_MS) throw new DomainError('InvalidCredentials');
    if (envelope.instance !== this.instance) throw new SealedForAnother();
    if (!this.used.add(envelope.nonce, nowMs)) throw new DomainError('InvalidCredentials');
    const { operation, bodyDigest, fields, nonce } = envelope;
    if (!fields) return { operation, bodyDigest };
    const isBody = (digest: string, given: unknown): boolean => isSame(signBody(shared, nonce, digest), given);
    return { operation, exchange: { fields, hasBody: bodyDigest === undefined, isBody } };
  }
}

const sign = ({ key }: SharedKey, { service, method, target }: BoundRequest, encoded: string): Buffer =>
  createHmac('sha256', key).update([service, method, target, encoded].join('\n')).digest();

/** The prefix `body`, which is no service's name, keeps the two kinds of signature apart. */
const signBody = ({ key }: SharedKey, nonce: string, digest: string): Buffer =>
  createHmac('sha256', key).update(['body', nonce, digest].join('\n')).digest();

function isSame(expected: Buffer, signature: unknown): boolean {
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A service speaks for itself; only the gateway, which alone has seen the token, speaks for clients too. */
const maySpeakFor = (service: ServiceName, { principal }: Operation): boolean =>
  principal.kind === 'service' ? principal.service === service : service === 'gateway';
