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
}

export const limitCodec: StateCodec<Limit> = {
  version: 1,
  toJson: ({ weeks, closedThrough, reserved, refused, givenBack, revision }): LimitJson => ({
    weeks: [...weeks].map(([week, minor]) => [week, minor.toString()]),
    closedThrough,
    reserved: idsToJson(reserved),
    refused: idsToJson(refused),
    givenBack: idsToJson(givenBack),
    revision,
  }),
  fromJson: (json) => {
    const { weeks, closedThrough, reserved, refused, givenBack, revision } = json as LimitJson;
    return {
      weeks: new Map(weeks.map(([week, minor]) => [week, BigInt(minor)])),
      closedThrough,
      reserved: idsFromJson(reserved),
      refused: idsFromJson(refused),
      givenBack: idsFromJson(givenBack),
      revision,
    };
  },
};
