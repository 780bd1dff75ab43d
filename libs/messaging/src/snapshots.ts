import {
  type FactDocument,
  type Snapshot,
  type SnapshotsTaken,
  type WantedSnapshot,
  wantedSnapshots,
} from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { ErasedError } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

/** A row of the history, as its owner reads it again. */
export interface PastEntry {
  readonly key: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
  readonly sealed: Buffer | null;
}

type PastRow = { readonly [Name in keyof PastEntry]: PastEntry[Name] | null };

/** One look into the index for each. A key's versions have no hole, so that the last up to a version is that version. */
const PAST = `
  SELECT entry.* FROM unnest($2::text[], $3::integer[], $4::timestamptz[])
    WITH ORDINALITY AS wanted (key, version, at, place)
  LEFT JOIN LATERAL (
    SELECT key, sequence, type, at, data, sealed FROM history
    WHERE history.key = wanted.key AND sequence <= coalesce(wanted.version, 2147483647)
      AND (wanted.version IS NOT NULL OR history.at <= wanted.at) AND account_id = $1
    ORDER BY sequence DESC LIMIT 1
  ) AS entry ON true
  ORDER BY place`;

async function pastEntries(
  db: EntityManager,
  accountId: string,
  wanted: readonly WantedSnapshot[],
): Promise<readonly (PastEntry | undefined)[]> {
  const rows = await db.query<PastRow[]>(PAST, [
    accountId,
    wanted.map(({ key }) => key),
    wanted.map(({ version }) => version ?? null),
    wanted.map(({ at }) => at),
  ]);
  return rows.map((row, index) => {
    const version = wanted[index]?.version;
    return isEntry(row) && (version === undefined || row.sequence === version) ? row : undefined;
  });
}

const isEntry = (row: PastRow): row is PastEntry => row.key !== null;

/**
 * Answers what resources of an account were, by the rows of the service's history that say so.
 *
 * @param render makes the resource of its row; undefined where it is not there any more
 * @throws DomainError BadRequest
 */
export async function takeSnapshots(
  db: EntityManager,
  body: unknown,
  render: (wanted: WantedSnapshot, entry: PastEntry) => Promise<Snapshot | undefined>,
): Promise<FactDocument<SnapshotsTaken>> {
  const { data: asked } = wantedSnapshots.safeParse(body);
  if (!asked) throw new DomainError('BadRequest');
  const { accountId, wanted } = asked;
  const entries = await pastEntries(db, accountId, wanted);
  const take = async (one: WantedSnapshot, entry: PastEntry | undefined): Promise<Snapshot> => {
    if (!entry) return 'unknown';
    try {
      return (await render(one, entry)) ?? 'unknown';
    } catch (error) {
      if (error instanceof ErasedError) return 'erased';
      throw error;
    }
  };
  const snapshots = await Promise.all(wanted.map((one, index) => take(one, entries[index])));
  return { document: 'fact', fact: { snapshots } };
}
