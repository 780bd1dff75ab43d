import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import type { Snapshot, SnapshotsTaken, WantedSnapshot } from '@halyard/contracts/events';
import type { FundingSourcesFact } from '@halyard/contracts/funding-sources';
import { Serves } from '@halyard/http';
import { HistorySnapshots, type PastEntry } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { balanceOf } from '../balance-source.js';
import { lastFourOf } from '../bank-numbers.js';
import { pastSourceAnswer } from '../funding-source.answer.js';
import { HISTORY, readSnapshot } from '../source-history.js';

/** Answers from the sealed data of the history. */
@Controller()
export class TakeSnapshotsController {
  constructor(
    private readonly snapshots: HistorySnapshots,
    private readonly sealer: Sealer,
  ) {}

  /** @throws DomainError BadRequest */
  @Serves(serviceRoutes.takeFundingSourceSnapshots)
  take(@Body() body: unknown): Promise<FactAnswer<SnapshotsTaken>> {
    return this.snapshots.take(body, (wanted, entry) => this.render(wanted, entry));
  }

  private async render({ kind, id }: WantedSnapshot, entry: PastEntry): Promise<Snapshot | undefined> {
    if (kind !== 'funding-source' || id !== entry.key) return undefined;
    const { ownerKind, ownerId, fact } = entry.data as FundingSourcesFact['data'];
    if (entry.sealed) {
      const source = readSnapshot(await this.sealer.open(ownerId, HISTORY, entry.sealed));
      return pastSourceAnswer(source, await lastFourOf(this.sealer, source));
    }
    // A bank's only event without sealed data is its removal by an erasure.
    if (fact.type !== 'balance') return 'erased';
    const { accountId } = fact;
    const balance = balanceOf({ fact: { accountId, kind: ownerKind, partyId: ownerId }, at: entry.at });
    return pastSourceAnswer(balance, undefined);
  }
}
