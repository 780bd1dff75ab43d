import { createHash, createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { HeaderFields, Operation, ServiceName } from '@halyard/contracts';
import { type Clock, DomainError } from '@halyard/core';
import { NonceMemory } from './nonce-memory.js';

/**
 * The header of the envelope. It has four parts, with dots between them: the names of the sender's and the receiver's
 * identities, the envelope's JSON, and an HMAC-SHA256 of it under the key that both share. The last two are in
 * base64url.
 */
export const ENVELOPE_HEADER = 'x-signed-operation';

/** How long a signed request is valid. The clocks of two machines may differ by as much. */
const VALIDITY_MS = 10_000;

/** A key that exactly two services know. */
interface SharedKey {
  readonly kid: string;
  readonly service: ServiceName;
  readonly key: KeyObject;
}

/** The keys that sign and verify requests between services: one for each pair of services and direction. */
export interface CallKeys {
  readonly service: ServiceName;
  readonly kid: string;
  /** @param kid the identity that the other service reports; by default the first one that is known */
  to(service: ServiceName, kid?: string): SharedKey | undefined;
  from(kid: string): SharedKey | undefined;
}

/** The receiver of a request, as far as the sender knows it. */
export interface Receiver {
  readonly instance?: string | undefined;
  readonly kid?: string | undefined;
}

/** The request that a signature ties the operation to. */
export interface BoundRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query, exactly as they are sent. */
  readonly target: string;
}

interface Envelope {
  readonly operation: Operation;
  /** Absent if the body is streamed: then the digest is signed after the body. */
  readonly bodyDigest?: string;
  /** The client's header fields, with the body's media type and length. Absent on `plain` routes. */
  readonly fields?: HeaderFields;
  /** The receiving process. Absent while the sender does not know it yet. */
  readonly instance?: string;
  readonly issuedAtMs: number;
  readonly nonce: string;
}

/** An operation that was signed by a service that may speak for its principal. The body must still be compared. */
export interface VerifiedEnvelope {
  readonly operation: Operation;
  readonly bodyDigest?: string | undefined;
  readonly exchange?: VerifiedExchange;
}

/** The signed part of a request whose body is streamed. */
export interface VerifiedExchange {
  readonly fields: HeaderFields;
  readonly hasBody: boolean;
  /** Whether the sender signed this digest for this request and no other. */
  readonly isBody: (digest: string, signature: unknown) => boolean;
}

/** The part of a streamed request that is signed before the body is known. */
interface OfferedExchange {
  readonly operation: Operation;
  readonly fields: HeaderFields;
  readonly hasBody: boolean;
}

/** The signatures of one delivery. */
export interface SealedExchange {
  readonly header: string;
  /** Makes the trailer with the body's signature, once the digest is known. */
  readonly signBody: (digest: string) => string;
}

/**
 * The request was sealed for another process, for an earlier process at this address, or for none. It is not carried
 * out. Its sender may be told this process's instance id, and seal the request again.
 */
export class SealedForAnother extends DomainError {
  constructor() {
    super('InvalidCredentials');
  }
}

/**
 * The request was sealed for an identity that this process does not have. Its sender may be told the right one, and
 * seal the request again.
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
 * Signs operations between services, and verifies signed ones. Each service speaks for itself, and only the gateway
 * also speaks for clients. An intercepted request is worth nothing on another path, with another body, for another
 * service, some seconds later, a second time, or in another process.
 *
 * A process remembers used nonces only by itself and while it runs. So every envelope names the receiving process by
 * its instance id, which each process makes at its start. A sender learns the id from the refusal of its first attempt.
 * Only a holder of a key is told the id, although it would be useless to anybody else.
 */
export class PrincipalEnvelopes {
  readonly instance = randomUUID();
  private readonly used: NonceMemory;

  constructor(
    private readonly keys: CallKeys,
    private readonly clock: Clock,
  ) {
    // A sender's clock may run ahead, and its envelope is then valid for up to twice the validity after it came.
    this.used = new NonceMemory(2 * VALIDITY_MS);
  }

  /**
   * Makes the header value for one delivery of a request. A repeated delivery needs a new value.
   *
   * @throws DomainError ServiceUnavailable if no identity of the service is known
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
   * Signs a request whose body is not known yet, and makes the function that signs the body later. Both signatures name
   * the same nonce, and a process accepts a nonce only once, so the body fits no other request.
   *
   * @throws DomainError ServiceUnavailable if no identity of the service is known
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

  knows(service: ServiceName, kid: string): boolean {
    return this.keys.to(service, kid) !== undefined;
  }

  /** The identity of this process, by which senders choose the key. */
  get kid(): string {
    return this.keys.kid;
  }

  /**
   * Verifies an envelope. @throws DomainError InvalidCredentials, without a reason; SealedForAnother,
   * SealedForOtherIdentity
   */
  open(bound: BoundRequest, header: unknown): VerifiedEnvelope {
    const [from, to, encoded, signature, ...rest] = typeof header === 'string' ? header.split('.') : [];
    if (!from || !to || !encoded || !signature || rest.length > 0) throw new DomainError('InvalidCredentials');
    const shared = this.keys.from(from);
    if (!shared) throw new DomainError('InvalidCredentials');
    if (to !== this.keys.kid) throw new SealedForOtherIdentity();

    if (!isSame(sign(shared, bound, encoded), signature)) throw new DomainError('InvalidCredentials');
    // One of our services wrote it, so its form needs no check, but its principal does.
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

/**
 * Signs the digest of a streamed body. The prefix `body`, which no service has as its name, tells this signature from
 * that of an envelope.
 */
const signBody = ({ key }: SharedKey, nonce: string, digest: string): Buffer =>
  createHmac('sha256', key).update(['body', nonce, digest].join('\n')).digest();

function isSame(expected: Buffer, signature: unknown): boolean {
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Whether a service may speak for a principal: for itself, or, if it is the gateway, for clients, whose tokens only it
 * sees.
 */
const maySpeakFor = (service: ServiceName, { principal }: Operation): boolean =>
  principal.kind === 'service' ? principal.service === service : service === 'gateway';
