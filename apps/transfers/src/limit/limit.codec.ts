import type { StateCodec } from '@halyard/event-store';
import type { RememberedIds } from '../balance/remembered-ids.js';
import type { Limit } from './limit.model.js';

type IdsJson = readonly [
  revisions: readonly (readonly [string, number])[],
  horizonMs: number,
  forgottenThrough: number,
];

/** A limit as snapshots keep it. */
interface LimitJson {
  readonly weeks: readonly (readonly [week: string, minor: string])[];
  readonly closedThrough: string;
  readonly reserved: IdsJson;
  readonly refused: IdsJson;
  readonly givenBack: IdsJson;
  readonly revision: number;
}

const toJson = ({ revisions, horizonMs, forgottenThrough }: RememberedIds): IdsJson => [
  [...revisions],
  horizonMs,
  forgottenThrough,
];

const fromJson = ([revisions, horizonMs, forgottenThrough]: IdsJson): RememberedIds => ({
  revisions: new Map(revisions),
  horizonMs,
  forgottenThrough,
});

export const limitCodec: StateCodec<Limit> = {
  version: 1,
  toJson: ({ weeks, closedThrough, reserved, refused, givenBack, revision }): LimitJson => ({
    weeks: [...weeks].map(([week, minor]) => [week, minor.toString()]),
    closedThrough,
    reserved: toJson(reserved),
    refused: toJson(refused),
    givenBack: toJson(givenBack),
    revision,
  }),
  fromJson: (json) => {
    const { weeks, closedThrough, reserved, refused, givenBack, revision } = json as LimitJson;
    return {
      weeks: new Map(weeks.map(([week, minor]) => [week, BigInt(minor)])),
      closedThrough,
      reserved: fromJson(reserved),
      refused: fromJson(refused),
      givenBack: fromJson(givenBack),
      revision,
    };
  },
};
