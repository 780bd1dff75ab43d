import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Batcher } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { GatewayConfig } from '../config.js';

/** Kept for 24 hours from first use (service-api.md, "What the service does", 10). */
export const KEPT_MS = 24 * 60 * 60_000;
const BATCHES = { sizeMax: 250, gathers: true };

/** A wish to own a key for as long as a request runs. */
export interface ClaimRequest {
  /** Derived from application, account and key. */
  readonly id: string;
  readonly accountId: string;
  /** Names this attempt: whoever finds it in the claim holds the claim. */
  readonly holder: string;
  /** What is to be done once, unless an earlier attempt has named it already. */
  readonly operationId: string;
  /** Keyed hash of what was asked. */
  readonly hash: string;
  readonly sealedRequest: Buffer;
}

/** A key's claim as it stands after the wish. */
export interface Claim {
  readonly id: string;
  /** Partition: the day of first use. */
  readonly day: string;
  readonly operationId: string;
  readonly holder: string;
  readonly isSame: boolean;
  /** What was asked first; given only if it differs. */
  readonly sealedRequest: Buffer | null;
  /** Absent while the first request runs, or ended without a known outcome. */
  readonly sealedAnswer: Buffer | null;
}

export type HeldClaim = Pick<Claim, 'id' | 'day' | 'operationId' | 'holder'>;

/** How a claim ends: answered; to be taken over by a repeat; or as if the key had never been used. */
export type ClaimEnd =
  { readonly how: 'complete'; readonly sealedAnswer: Buffer } | { readonly how: 'suspend' | 'release' };

/** The claims of all gateways, in Postgres. A claim is on disk before its request is forwarded. */
@Injectable()
export class ClaimStore {
  private readonly claims = new Batcher((wishes: readonly ClaimRequest[]) => this.claimAll(wishes), BATCHES);
  private readonly ends = new Batcher(
    (ends: readonly { readonly claim: HeldClaim; readonly end: ClaimEnd }[]) => this.settleAll(ends),
    BATCHES,
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly config: GatewayConfig,
  ) {}

  claim(wish: ClaimRequest): Promise<Claim> {
    return this.claims.add(wish);
  }

  /** Once it resolves every gateway sees the end. */
  settle(claim: HeldClaim, end: ClaimEnd): Promise<void> {
    return this.ends.add({ claim, end });
  }

  /** Keeps what still runs from being taken over. */
  async renew(claims: readonly HeldClaim[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE idempotency_claims AS claim SET leased_until = $1
       FROM unnest($2::uuid[], $3::date[], $4::uuid[]) AS held (id, day, holder)
       WHERE claim.id = held.id AND claim.day = held.day AND claim.holder = held.holder
         AND claim.sealed_answer IS NULL`,
      [this.leaseEnd(), ...columns(claims, 'id', 'day', 'holder')],
    );
  }

  private leaseEnd(): Date {
    return new Date(this.clock.system().getTime() + this.config.idempotencyLeaseMs);
  }

  private async claimAll(wishes: readonly ClaimRequest[]): Promise<readonly Claim[]> {
    const now = this.clock.system();
    const rows = await this.dataSource.query<(Omit<Claim, 'id'> & { readonly ordinal: string })[]>(
      'SELECT * FROM claim_idempotency_keys($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        now,
        this.leaseEnd(),
        new Date(now.getTime() - KEPT_MS),
        ...columns(wishes, 'id', 'accountId', 'operationId', 'holder', 'hash', 'sealedRequest'),
      ],
    );
    const byOrdinal = new Map(rows.map((row) => [Number(row.ordinal), row]));
    return wishes.map(({ id }, index) => {
      const row = byOrdinal.get(index + 1);
      if (!row) throw new Error('a wish was not answered');
      return { ...row, id };
    });
  }

  private async settleAll(
    ends: readonly { readonly claim: HeldClaim; readonly end: ClaimEnd }[],
  ): Promise<readonly void[]> {
    await this.dataSource.query('SELECT settle_idempotency_claims($1, $2, $3, $4, $5, $6, $7)', [
      this.clock.system(),
      ...columns(
        ends.map(({ claim }) => claim),
        'id',
        'day',
        'operationId',
        'holder',
      ),
      ends.map(({ end }) => end.how),
      ends.map(({ end }) => (end.how === 'complete' ? end.sealedAnswer : null)),
    ]);
    return ends.map(() => undefined);
  }
}

/** Rows as the arrays that `unnest` takes. */
const columns = <Row, Name extends keyof Row>(rows: readonly Row[], ...names: readonly Name[]): Row[Name][][] =>
  names.map((name) => rows.map((row) => row[name]));
