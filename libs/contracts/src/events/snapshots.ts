import { z } from 'zod';
import type { ResourceAnswer } from '../kernel/answers/answer.js';

/**
 * Why there is no snapshot. `erased`: the person was erased. `unknown`: the owner has nothing of the resource, or
 * nothing any more. `damaged`: the owner's record does not open; operators are told.
 */
export const snapshotMarks = ['erased', 'unknown', 'damaged'] as const;

export type SnapshotMark = (typeof snapshotMarks)[number];

/** The most snapshots in one request: enough for a page of events. */
export const SNAPSHOTS_MAX = 200;

const wantedSnapshot = z.object({
  kind: z.enum(['beneficial-owner', 'customer', 'document', 'funding-source', 'transfer']),
  id: z.uuid(),
  key: z.uuid().describe('In whose history it stands: its own, or that of the customer whom it belongs to.'),
  version: z.number().int().positive().optional().describe('Of the key; the newest up to the time where it is absent.'),
  at: z.iso.datetime(),
});
export type WantedSnapshot = z.infer<typeof wantedSnapshot>;

/** Asks an owner for resources of one account, each as it was at some time. */
export const wantedSnapshots = z.object({
  accountId: z.uuid(),
  wanted: z.array(wantedSnapshot).max(SNAPSHOTS_MAX),
});
export type WantedSnapshots = z.infer<typeof wantedSnapshots>;

/** A resource as it was. Its links are those of that time, and may offer things that are no longer possible. */
export type Snapshot = ResourceAnswer | SnapshotMark;

/** Snapshots, in the order of the request. */
export interface SnapshotsTaken {
  readonly snapshots: readonly Snapshot[];
}
