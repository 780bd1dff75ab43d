import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ResourceAnswer } from '@halyard/contracts';
import { amountInUsd } from '@halyard/core';
import { DataSource, type EntityManager } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import type { LedgerTotal } from '../ledger.fold.js';

/** The proof of the ledger, over all accounts of the installation. */
export class GetTrialBalance extends Query<ResourceAnswer<'trial-balance'>> {}

@QueryHandler(GetTrialBalance)
export class GetTrialBalanceHandler implements IQueryHandler<GetTrialBalance> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  async execute(): Promise<ResourceAnswer<'trial-balance'>> {
    const { balanced, unsettledPayments, ...sums } = await this.readModels.read('ledger', () =>
      readTrialBalance(this.dataSource.manager),
    );
    return {
      type: 'resource',
      kind: 'trial-balance',
      id: '',
      attributes: {
        balanced,
        unsettledPayments,
        postedBalances: amountInUsd(sums.postedBalances),
        paymentsInTransit: amountInUsd(sums.paymentsInTransit),
        bankClearingIn: amountInUsd(sums.bankClearingIn),
        bankClearingOut: amountInUsd(sums.bankClearingOut),
        paymentsIn: amountInUsd(sums.paymentsIn),
        paymentsOut: amountInUsd(sums.paymentsOut),
      },
      links: {},
    };
  }
}

/** Cents. The sum of each class of account, and the same computed from the payments. */
interface TrialBalance {
  readonly postedBalances: bigint;
  readonly paymentsInTransit: bigint;
  readonly bankClearingIn: bigint;
  readonly bankClearingOut: bigint;
  readonly paymentsIn: bigint;
  readonly paymentsOut: bigint;
  /** Ended payments whose transit account is not zero. */
  readonly unsettledPayments: number;
  readonly balanced: boolean;
}

interface Sums {
  readonly posted: string;
  readonly transit: string;
  readonly unsettled: string;
  readonly totals: Readonly<Partial<Record<LedgerTotal, string>>>;
}

/**
 * Proves the ledger: posted balances + transit = all that came in - all that went out; clearing agrees with the sums
 * computed from the payments; and no payment that has ended leaves anything in transit. One statement, so that all of
 * it is of one moment.
 */
export async function readTrialBalance(database: EntityManager): Promise<TrialBalance> {
  const [sums] = await database.query<Sums[]>(
    `SELECT
       (SELECT coalesce(sum(posted_minor), 0)::text FROM ledger_balances) AS posted,
       (SELECT coalesce(sum(transit_minor), 0)::text FROM ledger_payments) AS transit,
       (SELECT count(*)::text FROM ledger_payments WHERE ended) AS unsettled,
       (SELECT coalesce(jsonb_object_agg(name, minor::text), '{}') FROM ledger_totals) AS totals`,
  );
  if (!sums) throw new Error('the ledger answered no sums');
  const total = (name: LedgerTotal): bigint => BigInt(sums.totals[name] ?? 0);
  const stated = {
    postedBalances: BigInt(sums.posted),
    paymentsInTransit: BigInt(sums.transit),
    bankClearingIn: total('clearingIn'),
    bankClearingOut: total('clearingOut'),
    paymentsIn: total('paymentsIn'),
    paymentsOut: total('paymentsOut'),
    unsettledPayments: Number(sums.unsettled),
  };
  return { ...stated, balanced: isBalanced(stated) };
}

const isBalanced = (stated: Omit<TrialBalance, 'balanced'>): boolean =>
  stated.postedBalances + stated.paymentsInTransit === stated.paymentsIn - stated.paymentsOut &&
  stated.bankClearingIn === stated.paymentsIn &&
  stated.bankClearingOut === stated.paymentsOut &&
  stated.unsettledPayments === 0;
