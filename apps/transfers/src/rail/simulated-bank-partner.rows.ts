import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, newId, type ReturnCode, returnWindowEnd } from '@halyard/core';
import { DueWork } from '@halyard/background';
import type { TableLifetime } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { BankHours } from '../cut-off/bank-hours.js';
import { type BankEntry, BankPartner, type BankEvent, type Happenings, type Receipt } from './bank-partner.js';

/** Due work: an action of the simulated bank at a time of its entry's account. */
const HAPPENS = 'simulated-bank';

/** In system time. Longer than any bank may take to return a settled entry, and than anybody asks about it. */
const KEPT_MS = 180 * DAY_MS;
export const simulatedBankLifetimes = [
  { table: 'simulated_bank_entries', column: 'taken_at', keptMs: KEPT_MS },
  { table: 'simulated_bank_happenings', column: 'told_from', keptMs: KEPT_MS },
] as const satisfies readonly TableLifetime[];

interface Happens {
  readonly entryId: string;
  readonly returned?: ReturnCode;
}

interface Row {
  readonly place: string;
  readonly id: string;
  readonly entry_id: string;
  readonly returned: ReturnCode | null;
  readonly at: Date;
}

/**
 * A partner that moves no money and keeps bank time. Entries settle on their expected day. Entries whose bank has a
 * return code as its name come back on that day, or late within the days of a return (reference facts 7.9, 7.10). Its
 * tables stand for those of another company: no other code reads them.
 */
@Injectable()
export class SimulatedBankPartner extends BankPartner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hours: BankHours,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    super();
    dueWork.on(HAPPENS, async ({ data, dueAt }, tx) => {
      const { entryId, returned } = data as Happens;
      await tx.query(ONE_AT_A_TIME);
      await tx.query(HAPPEN, [newId(), entryId, returned ?? null, dueAt, clock.system()]);
    });
  }

  override async submit(entry: BankEntry): Promise<Receipt> {
    await this.dataSource.transaction(async (tx) => {
      const [taken] = await tx.query<unknown[]>(TAKE, [entry.id, this.clock.system()]);
      if (taken) await this.plan(entry, tx);
    });
    return { kind: 'accepted' };
  }

  override async find(entryId: string): Promise<Receipt> {
    const rows = await this.dataSource.query<unknown[]>('SELECT FROM simulated_bank_entries WHERE id = $1', [entryId]);
    return { kind: rows.length > 0 ? 'accepted' : 'absent' };
  }

  override async happened(cursor: string | undefined, max: number): Promise<Happenings> {
    const rows = await this.dataSource.query<Row[]>(HAPPENED, [cursor ?? '0', max]);
    return { happenings: rows.map(happeningOf), cursor: rows.at(-1)?.place ?? cursor ?? '0' };
  }

  private async plan({ id, accountId, route, startedAt, returns }: BankEntry, tx: EntityManager): Promise<void> {
    const { earliest: settlesAt } = this.hours.expectedOf(route, startedAt);
    const put = (dueAt: Date, happens: Happens) => {
      const key = `${id} ${happens.returned ?? 'settled'}`;
      return this.dueWork.put({ kind: HAPPENS, key, accountId, dueAt, data: happens }, tx);
    };
    if (!returns || returns.isLate) await put(settlesAt, { entryId: id });
    if (!returns) return;
    const returnedAt = returns.isLate ? returnWindowEnd(returns.code, settlesAt) : settlesAt;
    await put(returnedAt, { entryId: id, returned: returns.code });
  }
}

const TAKE = `
  INSERT INTO simulated_bank_entries (id, taken_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`;

const HAPPEN = `
  INSERT INTO simulated_bank_happenings (id, entry_id, returned, at, told_from) VALUES ($1, $2, $3, $4, $5)`;

/**
 * Makes places visible in order, even while a runner that lost its lease is still at work. A reader continues after the
 * last place that it saw, and would never see an earlier place that was committed later.
 */
const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtext('simulated_bank_happenings'), hashtext(current_schema()))`;

const HAPPENED = `
  SELECT place, id, entry_id, returned, at FROM simulated_bank_happenings WHERE place > $1 ORDER BY place LIMIT $2`;

const happeningOf = ({ id, entry_id: entryId, returned, at }: Row): BankEvent => ({
  id,
  entryId,
  returned: returned ?? undefined,
  at,
});
