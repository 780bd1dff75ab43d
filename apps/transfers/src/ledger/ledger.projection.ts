import { Injectable } from '@nestjs/common';
import { EventStore } from '@halyard/event-store';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import { paymentEventOf, paymentStream } from '../payment/payment.model.js';
import type { EventPage, Projection } from '../projection/projection.js';
import { KnownPayments } from './known-payments.js';
import {
  foldLedger,
  isUnsettled,
  type LedgerChanges,
  type LedgerPayment,
  paymentsBegunEarlier,
} from './ledger.fold.js';

/** The double-entry ledger of all accounts: sums, and a record of each payment under way. */
@Injectable()
export class LedgerProjection implements Projection {
  readonly name = 'ledger';
  readonly streamPrefixes = ['payment-', 'balance-'];
  readonly shape = 1;
  readonly tables = ['ledger_balances', 'ledger_payments', 'ledger_totals'];

  constructor(
    private readonly known: KnownPayments,
    private readonly store: EventStore,
  ) {}

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    const earlier = paymentsBegunEarlier(events);
    const payments = earlier.size === 0 ? new Map<string, LedgerPayment>() : await this.known.find([...earlier]);
    const known = new Set(payments.keys());
    const forgotten = await this.accountsOf([...earlier].filter((id) => !known.has(id)));
    const changes: LedgerChanges = { balances: new Map(), totals: new Map(), payments, forgotten };
    for (const event of events) foldLedger(changes, event);
    return [...balanceSteps(changes.balances), ...totalSteps(changes.totals), ...paymentSteps(payments, known)];
  }

  /** Reads the accounts of ended payments from their streams. A bank may return a payment that it settled long ago. */
  private async accountsOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const accounts = new Map<string, string>();
    await Promise.all(
      paymentIds.map(async (id) => {
        for await (const stored of this.store.read(paymentStream(id), { count: 1 })) {
          const { type, data } = paymentEventOf(stored);
          if (type === 'PaymentInitiated') accounts.set(id, data.accountId);
        }
      }),
    );
    return accounts;
  }
}

/** Most payments begin and end within a page and never reach the table. */
function paymentSteps(payments: ReadonlyMap<string, LedgerPayment>, known: ReadonlySet<string>): PipelineStep[] {
  const settled = new BinaryArray('uuid');
  const ids = new BinaryArray('uuid');
  const accounts = new BinaryArray('uuid');
  const legs = new BinaryArray('text');
  const transits = new BinaryArray('bigint');
  const ends = new BinaryArray('boolean');
  for (const [id, payment] of payments) {
    if (isUnsettled(payment)) {
      ids.uuid(id);
      accounts.uuid(payment.accountId);
      legs.text(JSON.stringify(Object.fromEntries([...payment.openLegs].map(([leg, minor]) => [leg, `${minor}`]))));
      transits.bigint(payment.transitMinor);
      ends.boolean(payment.openLegs.size === 0);
    } else if (known.has(id)) {
      settled.uuid(id);
    }
  }
  const unsettled = [ids, legs, transits, ends, accounts];
  return [
    ...(settled.isEmpty ? [] : [{ statement: DELETE_PAYMENTS, values: [settled.finish()] }]),
    ...(ids.isEmpty ? [] : [{ statement: SAVE_PAYMENTS, values: unsettled.map((array) => array.finish()) }]),
  ];
}

function balanceSteps(sums: LedgerChanges['balances']): PipelineStep[] {
  if (sums.size === 0) return [];
  const ids = new BinaryArray('uuid');
  const amounts = new BinaryArray('bigint');
  const accounts = new BinaryArray('uuid');
  for (const [accountId, own] of sums) {
    for (const [id, minor] of own) {
      ids.uuid(id);
      amounts.bigint(minor);
      accounts.uuid(accountId);
    }
  }
  return [{ statement: ADD_TO_BALANCES, values: [ids.finish(), amounts.finish(), accounts.finish()] }];
}

function totalSteps(sums: LedgerChanges['totals']): PipelineStep[] {
  if (sums.size === 0) return [];
  const names = new BinaryArray('text');
  const amounts = new BinaryArray('bigint');
  const accounts = new BinaryArray('uuid');
  for (const [accountId, own] of sums) {
    for (const [name, minor] of own) {
      names.text(name);
      amounts.bigint(minor);
      accounts.uuid(accountId);
    }
  }
  return [{ statement: ADD_TO_TOTALS, values: [names.finish(), amounts.finish(), accounts.finish()] }];
}

const DELETE_PAYMENTS = {
  name: 'ledger-delete-payments',
  text: 'DELETE FROM ledger_payments WHERE payment_id = ANY($1::uuid[])',
};

const SAVE_PAYMENTS = {
  name: 'ledger-save-payments',
  text: `INSERT INTO ledger_payments (payment_id, open_legs, transit_minor, ended, account_id)
         SELECT id, legs::jsonb, transit, ended, account
         FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::boolean[], $5::uuid[])
           AS payment (id, legs, transit, ended, account)
         ON CONFLICT (payment_id) DO UPDATE SET
           open_legs = excluded.open_legs, transit_minor = excluded.transit_minor, ended = excluded.ended`,
};

const ADD_TO_BALANCES = {
  name: 'ledger-add-to-balances',
  text: `INSERT INTO ledger_balances AS stored (funding_source_id, posted_minor, account_id)
         SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[])
         ON CONFLICT (funding_source_id) DO UPDATE SET posted_minor = stored.posted_minor + excluded.posted_minor`,
};

const ADD_TO_TOTALS = {
  name: 'ledger-add-to-totals',
  text: `INSERT INTO ledger_totals AS stored (name, minor, account_id)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::uuid[])
         ON CONFLICT (account_id, name) DO UPDATE SET minor = stored.minor + excluded.minor`,
};
