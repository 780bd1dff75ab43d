import { idTimeMs } from '@halyard/core';

/** How many ids a stream's state keeps. For a late repeat with an older id, the stream is searched. */
export const REMEMBERED_MAX = 2_000;

/**
 * The ids that a stream has settled, in bounded memory: the most recently recorded ids, and for forgotten ids only how
 * new they were. Ids carry the time at which they were made (UUIDv7).
 */
export interface RememberedIds {
  /** In the order of revisions. */
  readonly revisions: Map<string, number>;
  /** The greatest time of a forgotten id, in milliseconds; -1 if none was forgotten. */
  horizonMs: number;
  /** Revision of the youngest event whose id was forgotten; -1 if none was forgotten. */
  forgottenThrough: number;
}

export type RememberedIdsJson = readonly [
  revisions: readonly (readonly [id: string, revision: number])[],
  horizonMs: number,
  forgottenThrough: number,
];

export const idsToJson = ({ revisions, horizonMs, forgottenThrough }: RememberedIds): RememberedIdsJson => [
  [...revisions],
  horizonMs,
  forgottenThrough,
];

export const idsFromJson = ([revisions, horizonMs, forgottenThrough]: RememberedIdsJson): RememberedIds => ({
  revisions: new Map(revisions),
  horizonMs,
  forgottenThrough,
});

/** `tooOldToTell`: the id is new, or was forgotten. Only the stream can tell. */
export type Remembrance = 'seen' | 'new' | 'tooOldToTell';

export const initialIds = (): RememberedIds => ({ revisions: new Map(), horizonMs: -1, forgottenThrough: -1 });

export function remember(ids: RememberedIds, id: string, revision: number): void {
  ids.revisions.set(id, revision);
  if (ids.revisions.size <= REMEMBERED_MAX) return;
  for (const [oldest, recordedAt] of ids.revisions) {
    ids.revisions.delete(oldest);
    ids.horizonMs = Math.max(ids.horizonMs, idTimeMs(oldest));
    ids.forgottenThrough = recordedAt;
    return;
  }
}

/**
 * @param absentThrough revision up to which the stream was searched for the id in vain. If no younger id was forgotten,
 * memory still holds all later ids, so that search and memory together are complete
 */
export function verdictOn(ids: RememberedIds, id: string, absentThrough = -1): Remembrance {
  if (ids.revisions.has(id)) return 'seen';
  return absentThrough >= ids.forgottenThrough || idTimeMs(id) > ids.horizonMs ? 'new' : 'tooOldToTell';
}
