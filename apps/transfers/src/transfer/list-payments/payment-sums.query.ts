import type { Json } from '@halyard/contracts';
import { amountInUsd } from '@halyard/core';
import { paymentStatuses } from '../payment-status.js';
import type { PaymentStatus } from '../transfer.entity.js';

/** The sums of the payments with one status, as clients see them. */
export type PaymentSums = Readonly<Record<'status' | 'count' | 'amount' | 'fees', Json>>;

export interface SumsRow {
  readonly status: PaymentStatus;
  readonly count: number;
  readonly amount: string;
  readonly fees: string;
}

/** Adds up the payments that match. One lookup each, so that Postgres never reads all payments instead. */
export const SUM_MATCHES = `
  SELECT payment.status, count(*)::int AS count, sum(payment.amount)::text AS amount, sum(payment.fees)::text AS fees
  FROM matches CROSS JOIN LATERAL (
    SELECT payment_status AS status, amount_minor AS amount, CASE WHEN fees IS NULL THEN 0 ELSE (
      SELECT coalesce(sum(fee.amount_minor), 0) FROM transfers AS fee
      WHERE fee.payment_id = main.id AND fee.id <> fee.payment_id AND fee.kind = 'fee'
    ) END AS fees
    FROM transfers AS main WHERE account_id = $1 AND payment_number = matches.number OFFSET 0
  ) AS payment
  GROUP BY payment.status`;

export const sumsOf = (rows: readonly SumsRow[]): readonly PaymentSums[] =>
  paymentStatuses.flatMap((wanted) =>
    rows
      .filter(({ status }) => status === wanted)
      .map(({ status, count, amount, fees }) => ({
        status,
        count,
        amount: amountInUsd(BigInt(amount)),
        fees: amountInUsd(BigInt(fees)),
      })),
  );
