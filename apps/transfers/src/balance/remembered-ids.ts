import { idTimeMs } from '@halyard/core';

/** How many ids a stream's state keeps. A late redelivery of an older one is answered from the stream itself. */
export const REMEMBERED_MAX = 2_000;

/**
 * The ids that a stream has settled, within bounded memory: the newest by recording, and of the forgotten ones only
 * how new they were. Ids carry the time they were made at (UUIDv7).
 */
export interface RememberedIds {
  /** id -> revision of the event that recorded it, in that order. */
  readonly revisions: Map<string, number>;
  /** The greatest time of a forgotten id, in milliseconds; -1 while nothing was forgotten. */
  horizonMs: number;
  /** Revision of the youngest event whose id was forgotten; -1 while nothing was forgotten. */
  forgottenThrough: number;
}

/** As snapshots keep them. */
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

/** `tooOldToTell`: either never seen, or seen and forgotten; only the stream knows. */
export type Verdict = 'seen' | 'new' | 'tooOldToTell';

export const initialIds = (): RememberedIds => ({ revisions: new Map(), horizonMs: -1, forgottenThrough: -1 });

/** Folds in place. */
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
 * @param absentThrough revision up to which someone has read the stream and not found the id. What came after it is
 * still remembered as long as nothing younger was forgotten; then reading and memory together are complete.
 */
export function verdictOn(ids: RememberedIds, id: string, absentThrough = -1): Verdict {
  if (ids.revisions.has(id)) return 'seen';
  return idTimeMs(id) > ids.horizonMs || absentThrough >= ids.forgottenThrough ? 'new' : 'tooOldToTell';
}
