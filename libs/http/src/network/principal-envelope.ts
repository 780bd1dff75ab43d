import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Operation, ServiceName } from '@halyard/contracts';
import { type Clock, DomainError } from '@halyard/core';
import { NonceMemory } from './nonce-memory.js';

/** Carries the envelope: base64url of its JSON, a dot, and the base64url of its HMAC-SHA256. */
export const ENVELOPE_HEADER = 'x-signed-operation';

/** For how long a signed request can be delivered, and how far two machines' clocks may be apart. */
const VALIDITY_MS = 10_000;
const KEY_BYTES_MIN = 32;

/** What a signature binds the operation to. */
export interface BoundRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
}

interface Envelope {
  readonly operation: Operation;
  readonly bodyDigest: string;
  /** Absent while the sender has not been told yet whom it speaks to. */
  readonly instance?: string;
  readonly issuedAtMs: number;
  readonly nonce: string;
}

/** An operation that somebody who holds the principal key vouched for; its body is still to be compared. */
export interface VerifiedEnvelope {
  readonly operation: Operation;
  readonly bodyDigest: string;
}

/**
 * Somebody with the key vouched for the request, but to another process, to an earlier one at the same address, or to
 * none. It is not carried out; its sender may be told the instance, and seal it again.
 */
export class SealedForAnother extends DomainError {
  constructor() {
    super('InvalidCredentials');
  }
}

const NO_BYTES = Buffer.alloc(0);

export const bodyDigest = (body: Uint8Array = NO_BYTES): string =>
  createHash('sha256').update(body).digest('base64url');

/**
 * Vouches for operations between services, and believes those that are vouched for: whoever holds the key may speak for
 * any principal, and a request that was listened to is worth nothing for another path, body or service, after some
 * seconds, a second time, or in another process. The memory of what was used is each process's own and dies with it;
 * therefore every envelope names the instance that it is for, an id that each process makes anew at its start. A sender
 * learns it by a first attempt, which is refused. Nobody without the key is told it, though it would be of no use.
 */
export class PrincipalEnvelopes {
  /** What this process is called in envelopes that are for it. */
  readonly instance = randomUUID();
  private readonly used: NonceMemory;

  /** @throws Error for a key below 32 bytes */
  constructor(
    private readonly key: Buffer,
    private readonly clock: Clock,
  ) {
    if (key.length < KEY_BYTES_MIN) throw new Error(`the principal key needs at least ${KEY_BYTES_MIN} bytes`);
    // An envelope from a clock that runs ahead is valid for up to twice the validity after it is seen.
    this.used = new NonceMemory(2 * VALIDITY_MS);
  }

  /**
   * The header value for one delivery of a request; a repeated delivery needs a new one.
   *
   * @param instance the process that it is for, once that is known
   */
  seal(bound: BoundRequest, body: Uint8Array | undefined, operation: Operation, instance?: string): string {
    const envelope: Envelope = {
      operation,
      bodyDigest: bodyDigest(body),
      instance,
      issuedAtMs: this.clock.system().getTime(),
      nonce: randomUUID(),
    };
    const encoded = Buffer.from(JSON.stringify(envelope)).toString('base64url');
    return `${encoded}.${this.sign(bound, encoded).toString('base64url')}`;
  }

  /** @throws DomainError InvalidCredentials, without saying what was wrong; SealedForAnother */
  open(bound: BoundRequest, header: unknown): VerifiedEnvelope {
    const [encoded, signature, ...rest] = typeof header === 'string' ? header.split('.') : [];
    if (!encoded || !signature || rest.length > 0) throw new DomainError('InvalidCredentials');

    const expected = this.sign(bound, encoded);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new DomainError('InvalidCredentials');
    }
    // Whoever signed holds the key, so its content needs no further check.
    const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Envelope;
    const nowMs = this.clock.system().getTime();
    if (Math.abs(nowMs - envelope.issuedAtMs) > VALIDITY_MS) throw new DomainError('InvalidCredentials');
    if (envelope.instance !== this.instance) throw new SealedForAnother();
    if (!this.used.add(envelope.nonce, nowMs)) throw new DomainError('InvalidCredentials');
    return { operation: envelope.operation, bodyDigest: envelope.bodyDigest };
  }

  private sign({ service, method, target }: BoundRequest, encoded: string): Buffer {
    return createHmac('sha256', this.key).update([service, method, target, encoded].join('\n')).digest();
  }
}
