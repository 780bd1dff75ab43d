import { Injectable } from '@nestjs/common';
import type { FundingSourcesFact } from '@halyard/contracts/funding-sources';
import type { Change, HistoryEntry } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import type { ShownSource } from './funding-source.answer.js';
import type { SealedNumbers } from './bank-numbers.js';
import type { FundingSource } from './funding-source.entity.js';
import { FundingSourceFacts } from './funding-source.facts.js';

/** Context under which the snapshots are sealed. */
export const HISTORY = 'funding-sources.history';

interface Event {
  readonly type: FundingSourcesFact['type'];
  readonly at: Date;
}

/** Stores the public data of each change, and a sealed snapshot of the whole source. */
@Injectable()
export class SourceHistory {
  constructor(
    private readonly facts: FundingSourceFacts,
    private readonly sealer: Sealer,
  ) {}

  /** `source.version` must be the sequence of the new row. */
  record(change: Change, source: FundingSource, event: Event): Promise<void> {
    return this.recordAll(change, [{ ...event, source }]);
  }

  /** Records the events in order, by one statement. */
  async recordAll(change: Change, events: readonly (Event & { readonly source: FundingSource })[]): Promise<void> {
    const entries = await Promise.all(
      events.map(async ({ source, ...event }): Promise<HistoryEntry> => {
        const sealed = await this.sealer.seal(source.ownerId, HISTORY, JSON.stringify(snapshotOf(source)));
        return { ...this.entryOf(source, event), sealed };
      }),
    );
    await change.record(...entries);
  }

  /** An entry without a snapshot. A balance needs none: its fact says everything about it. */
  entryOf(source: FundingSource, { type, at }: Event): HistoryEntry {
    const { id: key, accountId, ownerKind, ownerId } = source;
    const data: FundingSourcesFact['data'] = { fundingSourceId: key, ownerKind, ownerId, fact: this.facts.of(source) };
    return { key, accountId, type, data, at };
  }
}

/** The numbers stay sealed as in the source's row, in base64. Columns for searches are left out. */
const snapshotOf = ({
  position: _position,
  lastFour: _lastFour,
  searchText: _searchText,
  routingNumber,
  accountNumber,
  ...source
}: FundingSource): object => ({
  ...source,
  routingNumber: routingNumber?.toString('base64'),
  accountNumber: accountNumber?.toString('base64'),
});

/** A source as JSON, in which times and sealed numbers are texts. */
type WrittenSource = Omit<ShownSource, 'created' | 'removedAt'> & {
  readonly created: string;
  readonly removedAt: string | null;
  readonly routingNumber?: string;
  readonly accountNumber?: string;
};

/** @param text the unsealed snapshot */
export function readSnapshot(text: string): ShownSource & SealedNumbers {
  const { created, removedAt, routingNumber, accountNumber, ...source } = JSON.parse(text) as WrittenSource;
  return {
    ...source,
    created: new Date(created),
    removedAt: removedAt === null ? null : new Date(removedAt),
    routingNumber: bytesOf(routingNumber),
    accountNumber: bytesOf(accountNumber),
  };
}

const bytesOf = (base64: string | undefined): Buffer | null =>
  base64 === undefined ? null : Buffer.from(base64, 'base64');
