import type { FactAnswer } from '@halyard/contracts';
import { type Snapshot, type SnapshotsTaken, type WantedSnapshot, wantedSnapshots } from '@halyard/contracts/events';
import { DomainError } from '@halyard/core';
import { ErasedError, UnsealingError } from '@halyard/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Irregularities } from '@halyard/observability';

/** A history row, as its owner reads it back. */
export interface PastEntry {
  readonly key: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
  readonly sealed: Buffer | null;
}

type PastRow = { readonly [Name in keyof PastEntry]: PastEntry[Name] | null };

/**
 * Finds rows by one look into the index each. Versions have no gap, so the last row up to a version has that version.
 */
const PAST = `
  SELECT entry.* FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[])
    WITH ORDINALITY AS wanted (key, version, at, place)
  LEFT JOIN LATERAL (
    SELECT key, sequence, type, at, data, sealed FROM history
    WHERE history.key = wanted.key AND sequence <= coalesce(wanted.version, 2147483647)
      AND (wanted.version IS NOT NULL OR history.at <= wanted.at) AND account_id = $1
    ORDER BY sequence DESC LIMIT 1
  ) AS entry ON true
  ORDER BY place`;

const isEntry = (row: PastRow): row is PastEntry => row.key !== null;

/** Makes the resource as it was at a row; undefined if it did not exist any more. */
type RenderSnapshot = (wanted: WantedSnapshot, entry: PastEntry) => Promise<Snapshot | undefined>;

/** Makes former states of an account's resources from the history of the service. */
@Injectable()
export class HistorySnapshots {
  constructor(
    private readonly dataSource: DataSource,
    private readonly irregularities: Irregularities,
  ) {}

  /** @throws DomainError BadRequest */
  async take(body: unknown, render: RenderSnapshot): Promise<FactAnswer<SnapshotsTaken>> {
    const { data: asked } = wantedSnapshots.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const { accountId, wanted } = asked;
    const entries = await this.entries(accountId, wanted);
    const snapshots = await Promise.all(wanted.map((one, index) => this.takeOne(one, entries[index], render)));
    return { type: 'fact', fact: { snapshots } };
  }

  private async entries(
    accountId: string,
    wanted: readonly WantedSnapshot[],
  ): Promise<readonly (PastEntry | undefined)[]> {
    const rows = await this.dataSource.query<PastRow[]>(PAST, [
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

  /** Makes one snapshot. If it can't be opened, the others are not affected. */
  private async takeOne(
    wanted: WantedSnapshot,
    entry: PastEntry | undefined,
    render: RenderSnapshot,
  ): Promise<Snapshot> {
    if (!entry) return 'unknown';
    try {
      return (await render(wanted, entry)) ?? 'unknown';
    } catch (error) {
      if (error instanceof ErasedError) return 'erased';
      if (!(error instanceof UnsealingError)) throw error;
      const { key, sequence } = entry;
      this.irregularities.note('damaged', { err: error, history: key, sequence });
      return 'damaged';
    }
  }
}
