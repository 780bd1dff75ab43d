import type { StateCodec } from '@halyard/event-store';
import type { Balance } from './balance.model.js';
import { idsFromJson, idsToJson, type RememberedIdsJson } from './remembered-ids.js';

/** Snapshots are only a cache: one of another version is ignored. */
interface BalanceJson {
  readonly postedMinor: string;
  readonly heldMinor: string;
  readonly holds: readonly (readonly [holdId: string, minor: string, contra: string])[];
  readonly settled: RememberedIdsJson;
  readonly refused: RememberedIdsJson;
  readonly postings: number;
  readonly timesBelowZero: number;
  readonly revision: number;
  readonly updatedAt?: string;
  readonly at?: string;
}

export const balanceCodec: StateCodec<Balance> = {
  version: 4,
  toJson: ({ postedMinor, heldMinor, holds, settled, refused, ...rest }): BalanceJson => ({
    ...rest,
    postedMinor: postedMinor.toString(),
    heldMinor: heldMinor.toString(),
    holds: [...holds].map(([id, { minor, contra }]) => [id, minor.toString(), contra]),
    settled: idsToJson(settled),
    refused: idsToJson(refused),
  }),
  fromJson: (json) => {
    const { postedMinor, heldMinor, holds, settled, refused, ...rest } = json as BalanceJson;
    return {
      postedMinor: BigInt(postedMinor),
      heldMinor: BigInt(heldMinor),
      holds: new Map(holds.map(([id, minor, contra]) => [id, { minor: BigInt(minor), contra }])),
      settled: idsFromJson(settled),
      refused: idsFromJson(refused),
      postings: rest.postings,
      timesBelowZero: rest.timesBelowZero,
      revision: rest.revision,
      updatedAt: rest.updatedAt,
      at: rest.at,
    };
  },
};
