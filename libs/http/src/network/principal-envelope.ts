import { createHash, createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { HeaderFields, Operation, ServiceName } from '@halyard/contracts';
import { type Clock, DomainError } from '@halyard/core';
import { NonceMemory } from './nonce-memory.js';

/**
 * Carries the envelope, in parts with dots between them: the names of the sender's and the receiver's identities, the
 * base64url of its JSON, and the base64url of its HMAC-SHA256 under the key of those two.
 */
export const ENVELOPE_HEADER = 'x-signed-operation';

/** For how long a signed request can be delivered, and how far two machines' clocks may be apart. */
const VALIDITY_MS = 10_000;

/** A key that exactly two services know. */
interface SharedKey {
  /** The other one's identity. */
  readonly kid: string;
  readonly service: ServiceName;
  readonly key: KeyObject;
}

/** What a service speaks to others with, and knows them by: a key for each pair of services, and each way. */
export interface CallKeys {
  readonly service: ServiceName;
  /** Names this service's own identity. */
  readonly kid: string;
  /** @param kid the identity that the other one says it has; the first that is known of it unless given */
  to(service: ServiceName, kid?: string): SharedKey | undefined;
  from(kid: string): SharedKey | undefined;
}

/** Whom a sender speaks to, as far as it has been told. */
export interface Receiver {
  /** What the process calls itself. */
  readonly instance?: string | undefined;
  /** The identity that it has. */
  readonly kid?: string | undefined;
}

/** What a signature binds the operation to. */
export interface BoundRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
}

interface Envelope {
  readonly operation: Operation;
  /** Absent where the body follows, and what it was after it. */
  readonly bodyDigest?: string;
  /** What passes of the client's header, media type and length of the body among it; of requests that are no documents'. */
  readonly fields?: HeaderFields;
  /** Absent while the sender has not been told yet whom it speaks to. */
  readonly instance?: string;
  readonly issuedAtMs: number;
  readonly nonce: string;
}

/** An operation that a service vouched for which may; its body is still to be compared. */
export interface VerifiedEnvelope {
  readonly operation: Operation;
  readonly bodyDigest?: string | undefined;
  readonly exchange?: VerifiedExchange;
}

/** What was vouched for of a request whose body comes as a stream. */
export interface VerifiedExchange {
  readonly fields: HeaderFields;
  readonly hasBody: boolean;
  /** Whether the sender has seen a body of that digest, for this request and no other. */
  readonly isBody: (digest: string, signature: unknown) => boolean;
}

/** What is vouched for before a body has come. */
export interface OfferedExchange {
  readonly operation: Operation;
  readonly fields: HeaderFields;
  readonly hasBody: boolean;
}

/** What a delivery carries of who vouches for it. */
export interface SealedExchange {
  readonly header: string;
  /** The trailer, once the digest is known. */
  readonly signBody: (digest: string) => string;
}

/**
 * A service vouched for the request, but to another process, to an earlier one at the same address, or to none. It is
 * not carried out; its sender may be told the instance, and seal it again.
 */
export class SealedForAnother extends DomainError {
  constructor() {
    super('InvalidCredentials');
  }
}

/** The request was sealed for another identity than this process has: its sender may be told which, and seal it again. */
export class SealedForOtherIdentity extends DomainError {
  constructor() {
    super('InvalidCredentials');
  }
}

const NO_BYTES = Buffer.alloc(0);

export const bodyDigest = (body: Uint8Array = NO_BYTES): string =>
  createHash('sha256').update(body).digest('base64url');

/**
 * Vouches for operations between services, and believes those that are vouched for. Each service speaks for itself, and
 * the gateway alone for clients as well; a request that was listened to is worth nothing for another path, body or
 * service, after some seconds, a second time, or in another process. The memory of what was used is each process's own and dies with it;
 * therefore every envelope names the instance that it is for, an id that each process makes anew at its start. A sender
 * learns it by a first attempt, which is refused. Nobody without a key is told it, though it would be of no use.
 */
export class PrincipalEnvelopes {
  /** What this process is called in envelopes that are for it. */
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
   * The same for a request whose body is not there yet. The nonce, by which the request is known as used, ties the body
   * to it.
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

  /** The identity that this process has: senders seal for it. */
  get kid(): string {
    return this.keys.kid;
  }

  /** @throws DomainError InvalidCredentials, without saying what was wrong; SealedForAnother, SealedForOtherIdentity */
  open(bound: BoundRequest, header: unknown): VerifiedEnvelope {
    const [from, to, encoded, signature, ...rest] = typeof header === 'string' ? header.split('.') : [];
    if (!from || !to || !encoded || !signature || rest.length > 0) throw new DomainError('InvalidCredentials');
    const shared = this.keys.from(from);
    if (!shared) throw new DomainError('InvalidCredentials');
    if (to !== this.keys.kid) throw new SealedForOtherIdentity();

    if (!isSame(sign(shared, bound, encoded), signature)) throw new DomainError('InvalidCredentials');
    // A service of ours wrote it: its form needs no further check, but whom it speaks for does.
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

/** No service is called `body`: what was signed as one thing can't be taken for the other. */
const signBody = ({ key }: SharedKey, nonce: string, digest: string): Buffer =>
  createHmac('sha256', key).update(['body', nonce, digest].join('\n')).digest();

function isSame(expected: Buffer, signature: unknown): boolean {
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A service speaks for itself; the gateway, which alone has seen the token, for clients too. */
const maySpeakFor = (service: ServiceName, { principal }: Operation): boolean =>
  principal.kind === 'service' ? principal.service === service : service === 'gateway';
