import { Injectable } from '@nestjs/common';
import { ref } from '@halyard/contracts';
import type { WaitingFor } from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import { EventStore, type Position } from '@halyard/event-store';
import { type OwnWork, WorkUnderWay, type UnderWayQuestion } from '@halyard/messaging';
import { DataSource } from 'typeorm';
import { ReadModels } from '../projection/read-models.js';
import { SIMULATION } from '../sandbox/frozen-steps.rows.js';

/** How long one answer waits for the read models. Whoever asked asks again. */
const WRITTEN_WITHIN_MS = 200;

/**
 * The payments that somebody has to drive on, among those that began at or before a position. A payment that was refused
 * has no transfer, and so no account: it counts for every account until its holds are released.
 */
const UNFINISHED = `
  SELECT unfinished.payment_id AS id FROM unfinished_payments AS unfinished
  LEFT JOIN LATERAL (
    SELECT account_id, min(position) AS position FROM (
      SELECT account_id, position FROM transfers WHERE id = unfinished.payment_id
      UNION ALL
      SELECT account_id, position FROM transfers WHERE payment_id = unfinished.payment_id AND id <> payment_id
    ) AS legs GROUP BY account_id
  ) AS known ON true
  WHERE (due OR holds <> awaited) AND coalesce(account_id, $1) = $1 AND coalesce(position, touched) <= $2
  ORDER BY unfinished.payment_id`;

/** The keys are ids in rows of this kind alone, so these rows are selected before their keys are read. */
const SIMULATIONS = `
  WITH running AS MATERIALIZED (SELECT key::uuid AS operation_id FROM due_work WHERE kind = $1)
  SELECT operation_id AS id FROM running JOIN simulations USING (operation_id)
  WHERE account_id = $2 AND recorded_at <= $3`;

interface StoreMoment {
  /** The end of the event store. */
  readonly head: Position;
  /** A time by the database's clock, as Postgres writes it. */
  readonly at: string;
}

/** Payments that are driven, the read models that follow them, and simulations. */
@Injectable()
export class PaymentsUnderWay extends WorkUnderWay {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {
    super();
  }

  override async of(accountId: string, { bound }: UnderWayQuestion): Promise<OwnWork> {
    const now = await this.now();
    const upTo = bound === undefined ? now : readBound(bound);
    // The read models also have all that recovery has done since, before the payments are looked up.
    const isWritten = await this.isWritten(now.head);
    const waitingFor = isWritten ? await this.payments(accountId, upTo) : [{ what: 'list' as const, count: 1 }];
    return { waitingFor, bound: `${upTo.head} ${upTo.at}` };
  }

  private async now(): Promise<StoreMoment> {
    const sql = 'SELECT clock_timestamp()::text AS at';
    const [{ at }] = await this.dataSource.query<[{ at: string }]>(sql);
    return { head: await this.store.head(), at };
  }

  private async isWritten(head: Position): Promise<boolean> {
    const reached = this.readModels.list().map((model) => model.reach(head, WRITTEN_WITHIN_MS));
    const unreached = (await Promise.allSettled(reached)).filter((result) => result.status === 'rejected');
    for (const { reason } of unreached) if (!(reason instanceof DomainError)) throw reason;
    return unreached.length === 0;
  }

  private async payments(accountId: string, { head, at }: StoreMoment): Promise<WaitingFor[]> {
    const unfinished = await this.dataSource.query<{ id: string }[]>(UNFINISHED, [accountId, head.toString()]);
    const simulations = await this.dataSource.query<{ id: string }[]>(SIMULATIONS, [SIMULATION, accountId, at]);
    const [first] = unfinished;
    const count = unfinished.length + simulations.length;
    if (count === 0) return [];
    return [{ what: 'payment', count, ...(first && { example: ref('payment', first.id) }) }];
  }
}

/** @throws DomainError BadRequest */
function readBound(bound: string): StoreMoment {
  const [, head, at] = /^(\d{1,20}) ([\d .:+-]{1,40})$/.exec(bound) ?? [];
  if (head === undefined || at === undefined) throw new DomainError('BadRequest');
  return { head: BigInt(head), at };
}
