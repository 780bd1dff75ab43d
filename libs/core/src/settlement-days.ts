/**
 * How many banking days a transfer takes after the day on which it is handed in, at least and at most (specification,
 * "Balance behavior", "Same-day ACH clearing", "Wire transfers out"; reference facts 7.10).
 */
export const settlementDays = {
  debit: [3, 4],
  credit: [1, 2],
  'same-day credit': [0, 0],
  wire: [0, 0],
} as const satisfies Readonly<Record<string, readonly [earliest: number, latest: number]>>;
