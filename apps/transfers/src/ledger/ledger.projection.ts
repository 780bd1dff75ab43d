import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '@halyard/event-store';
import type { EntityManager } from 'typeorm';
import type { Projection } from '../projection/projection.js';
import {
  foldLedger,
  isUnsettled,
  type LedgerChanges,
  type LedgerPayment,
  paymentsBegunEarlier,
} from './ledger.fold.js';

interface PaymentRow {
  readonly payment_id: string;
  /** Leg -> cents, as text. */
  readonly open_legs: Readonly<Record<string, string>>;
  readonly transit_minor: string;
}

/** The double-entry ledger over all accounts: sums, and the payments under way; its size follows those alone. */
@Injectable()
export class LedgerProjection implements Projection {
  readonly name = 'ledger';
  readonly streamPrefixes = ['payment-', 'balance-'];

  async apply(events: readonly StoredEvent[], tx: EntityManager): Promise<void> {
    const payments = await readPayments(tx, paymentsBegunEarlier(events));
    const known = new Set(payments.keys());
    const changes: LedgerChanges = { balances: new Map(), totals: new Map(), payments };
    for (const event of events) foldLedger(changes, event);
    await addToBalances(tx, changes.balances);
    await addToTotals(tx, changes.totals);
    await savePayments(tx, payments, known);
  }

  async clear(tx: EntityManager): Promise<void> {
    await tx.query('TRUNCATE ledger_balances, ledger_payments, ledger_totals');
  }
}

async function readPayments(tx: EntityManager, ids: ReadonlySet<string>): Promise<Map<string, LedgerPayment>> {
  if (ids.size === 0) return new Map();
  const sql = 'SELECT * FROM ledger_payments WHERE payment_id = ANY($1)';
  const rows = await tx.query<PaymentRow[]>(sql, [[...ids]]);
  return new Map(
    rows.map(({ payment_id, open_legs, transit_minor }) => [
      payment_id,
      {
        openLegs: new Map(Object.entries(open_legs).map(([leg, minor]) => [leg, BigInt(minor)])),
        transitMinor: BigInt(transit_minor),
      },
    ]),
  );
}

/** Most payments begin and end within a batch and never reach the table. */
async function savePayments(
  tx: EntityManager,
  payments: ReadonlyMap<string, LedgerPayment>,
  known: ReadonlySet<string>,
): Promise<void> {
  const settled = [...payments].filter(([id, payment]) => known.has(id) && !isUnsettled(payment)).map(([id]) => id);
  if (settled.length > 0) await tx.query('DELETE FROM ledger_payments WHERE payment_id = ANY($1)', [settled]);

  const rows = [...payments]
    .filter(([, payment]) => isUnsettled(payment))
    .map(([id, { openLegs, transitMinor }]) => ({
      payment_id: id,
      open_legs: Object.fromEntries([...openLegs].map(([leg, minor]) => [leg, minor.toString()])),
      transit_minor: transitMinor.toString(),
      ended: openLegs.size === 0,
    }));
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO ledger_payments SELECT * FROM jsonb_populate_recordset(NULL::ledger_payments, $1)
     ON CONFLICT (payment_id) DO UPDATE SET
       open_legs = excluded.open_legs, transit_minor = excluded.transit_minor, ended = excluded.ended`,
    [JSON.stringify(rows)],
  );
}

async function addToBalances(tx: EntityManager, sums: LedgerChanges['balances']): Promise<void> {
  if (sums.size === 0) return;
  await tx.query(
    `INSERT INTO ledger_balances AS stored (funding_source_id, posted_minor)
     SELECT * FROM unnest($1::uuid[], $2::bigint[])
     ON CONFLICT (funding_source_id) DO UPDATE SET posted_minor = stored.posted_minor + excluded.posted_minor`,
    [[...sums.keys()], [...sums.values()].map(String)],
  );
}

async function addToTotals(tx: EntityManager, sums: LedgerChanges['totals']): Promise<void> {
  if (sums.size === 0) return;
  await tx.query(
    `INSERT INTO ledger_totals AS stored (name, minor)
     SELECT * FROM unnest($1::text[], $2::numeric[])
     ON CONFLICT (name) DO UPDATE SET minor = stored.minor + excluded.minor`,
    [[...sums.keys()], [...sums.values()].map(String)],
  );
}
