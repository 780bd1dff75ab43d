import type { StateCodec } from '@halyard/event-store';
import type { Balance } from './balance.model.js';

/** A balance as snapshots keep it: a cache, so a version that differs is simply not read. */
interface BalanceJson {
  readonly postedMinor: string;
  readonly heldMinor: string;
  readonly holds: readonly (readonly [holdId: string, minor: string, contra: string])[];
  readonly settled: readonly (readonly [id: string, revision: number])[];
  readonly horizonMs: number;
  readonly forgottenThrough: number;
  readonly timesBelowZero: number;
  readonly revision: number;
  readonly updatedAt?: string;
}

export const balanceCodec: StateCodec<Balance> = {
  version: 1,
  toJson: ({ postedMinor, heldMinor, holds, settled, timesBelowZero, revision, updatedAt }): BalanceJson => ({
    postedMinor: postedMinor.toString(),
    heldMinor: heldMinor.toString(),
    holds: [...holds].map(([id, { minor, contra }]) => [id, minor.toString(), contra]),
    settled: [...settled.revisions],
    horizonMs: settled.horizonMs,
    forgottenThrough: settled.forgottenThrough,
    timesBelowZero,
    revision,
    updatedAt,
  }),
  fromJson: (json) => {
    const { postedMinor, heldMinor, holds, settled, horizonMs, forgottenThrough, ...rest } = json as BalanceJson;
    return {
      postedMinor: BigInt(postedMinor),
      heldMinor: BigInt(heldMinor),
      holds: new Map(holds.map(([id, minor, contra]) => [id, { minor: BigInt(minor), contra }])),
      settled: { revisions: new Map(settled), horizonMs, forgottenThrough },
      timesBelowZero: rest.timesBelowZero,
      revision: rest.revision,
      updatedAt: rest.updatedAt,
    };
  },
};
