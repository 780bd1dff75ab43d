import { Injectable } from '@nestjs/common';
import type { FundingSourcesFact } from '@halyard/contracts';
import type { Change, HistoryEntry } from '@halyard/messaging';
import { Sealer } from '@halyard/persistence';
import type { ShownSource } from './funding-source.document.js';
import type { FundingSource } from './funding-source.entity.js';
import { FundingSourceFacts } from './funding-source.facts.js';

/** Context under which a history row's snapshot is sealed, for the owner. */
export const HISTORY = 'funding-sources.history';

/** What became of a source, and when. */
interface Event {
  readonly type: FundingSourcesFact['type'];
  readonly at: Date;
}

/** The history of sources: what others are told of each change, and under seal all that the source was then. */
@Injectable()
export class SourceHistory {
  constructor(
    private readonly facts: FundingSourceFacts,
    private readonly sealer: Sealer,
  ) {}

  /** The source's version is that of the new row. */
  record(change: Change, source: FundingSource, event: Event): Promise<void> {
    return this.recordAll(change, [{ ...event, source }]);
  }

  /** In their order, in one statement. */
  async recordAll(change: Change, events: readonly (Event & { readonly source: FundingSource })[]): Promise<void> {
    const [first, ...more] = await Promise.all(
      events.map(async ({ source, ...event }): Promise<HistoryEntry> => {
        const sealed = await this.sealer.seal(source.ownerId, HISTORY, JSON.stringify(snapshotOf(source)));
        return { ...this.entryOf(source, event), sealed };
      }),
    );
    if (first) await change.record(first, ...more);
  }

  /** Of a balance this is all: there is nothing in it that its fact does not say. */
  entryOf(source: FundingSource, { type, at }: Event): HistoryEntry {
    const { id: key, accountId, ownerKind, ownerId } = source;
    const data: FundingSourcesFact['data'] = { fundingSourceId: key, ownerKind, ownerId, fact: this.facts.of(source) };
    return { key, accountId, type, data, at };
  }
}

/** A source as it is, its numbers in base64 as they are sealed in its row. */
const snapshotOf = ({ position: _, routingNumber, accountNumber, ...source }: FundingSource): object => ({
  ...source,
  routingNumber: routingNumber?.toString('base64'),
  accountNumber: accountNumber?.toString('base64'),
});

/** JSON of a source, in which times are texts. */
type Written = Omit<ShownSource, 'created' | 'removedAt'> & {
  readonly created: string;
  readonly removedAt: string | null;
};

/** @param text as it was sealed */
export function readSnapshot(text: string): ShownSource {
  const { created, removedAt, ...source } = JSON.parse(text) as Written;
  return { ...source, created: new Date(created), removedAt: removedAt === null ? null : new Date(removedAt) };
}
