import type { StateCodec } from '@halyard/event-store';
import { idsFromJson, idsToJson, type RememberedIdsJson } from '../balance/remembered-ids.js';
import type { Limit } from './limit.model.js';

interface LimitJson {
  readonly weeks: readonly (readonly [week: string, minor: string])[];
  readonly closedThrough: string;
  readonly reserved: RememberedIdsJson;
  readonly refused: RememberedIdsJson;
  readonly givenBack: RememberedIdsJson;
  readonly revision: number;
  readonly at?: string;
}

export const limitCodec: StateCodec<Limit> = {
  version: 2,
  toJson: ({ weeks, closedThrough, reserved, refused, givenBack, revision, at }): LimitJson => ({
    weeks: [...weeks].map(([week, minor]) => [week, minor.toString()]),
    closedThrough,
    reserved: idsToJson(reserved),
    refused: idsToJson(refused),
    givenBack: idsToJson(givenBack),
    revision,
    at,
  }),
  fromJson: (json) => {
    const { weeks, closedThrough, reserved, refused, givenBack, revision, at } = json as LimitJson;
    return {
      weeks: new Map(weeks.map(([week, minor]) => [week, BigInt(minor)])),
      closedThrough,
      reserved: idsFromJson(reserved),
      refused: idsFromJson(refused),
      givenBack: idsFromJson(givenBack),
      revision,
      at,
    };
  },
};
