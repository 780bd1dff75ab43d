import { Inject, Injectable } from '@nestjs/common';
import type { Position, StoredEvent } from '@halyard/event-store';
import { type DerivedEntry, recordSteps } from '@halyard/changes';
import { traceIdOf } from '@halyard/observability';
import type { PipelineStep } from '@halyard/persistence';
import { type BankChanges, BankEntries } from '../cut-off/bank-entries.js';
import { balanceEventOf } from '../balance/balance.model.js';
import { paymentEventOf, paymentOfStream } from '../payment/payment.model.js';
import type { EventPage, Projection } from '../projection/projection.js';
import { balanceFactOf, factOf } from './transfer-facts.js';
import { KnownTransfers } from './known-transfers.js';
import { entrySteps, relistSteps } from './party-list.rows.js';
import { ListNumbers } from './list-numbers.js';
import { SealedMetadata, subjectsOf } from '../payment/sealed-metadata.js';
import { partiesOf, type Transfer } from './transfer.entity.js';
import { changesAtBanks, noChanges } from './bank-changes.js';
import { foldTransfers } from './transfer.fold.js';
import {
  deleteSteps,
  FORGET_ERASED,
  forgetErasedSteps,
  insertSteps,
  type OpenedStep,
  updateSteps,
} from './transfer.rows.js';

/** The changes that a page makes to its payments. */
interface FoldedPage {
  /** By payment id: its transfers, in the order of its legs. */
  readonly payments: Map<string, readonly Transfer[]>;
  /** Ids, in the order in which they became resources. */
  readonly created: Set<string>;
  readonly atBanks: { readonly [Change in keyof BankChanges]: BankChanges[Change][number][] };
  readonly facts: DerivedEntry[];
  readonly opened: OpenedStep[];
}

/**
 * The transfers that clients read and list. The facts about them enter the history in the same transaction, so that a
 * consumer that gets a fact also finds its transfer. A transfer that begins and ends within a page is written once.
 */
@Injectable()
export class TransferProjection implements Projection {
  readonly name = 'transfers';
  readonly streamPrefixes = ['payment-', 'balance-'];
  readonly shape = 2;
  readonly tables = ['transfers', 'party_transfers'];
  readonly forgetErased = FORGET_ERASED;

  private readonly ofParties: ListNumbers;
  private readonly ofAccounts: ListNumbers;
  private readonly ofPayments: ListNumbers;

  constructor(
    @Inject(SealedMetadata) private readonly metadata: Pick<SealedMetadata, 'open'>,
    private readonly transfers: KnownTransfers,
    private readonly bankEntries: BankEntries,
  ) {
    this.ofParties = new ListNumbers((ids) => transfers.lastNumbers(ids));
    this.ofAccounts = new ListNumbers((ids) => transfers.lastAccountNumbers(ids));
    this.ofPayments = new ListNumbers((ids) => transfers.lastPaymentNumbers(ids));
  }

  async apply({ events, furthest }: EventPage): Promise<readonly PipelineStep[]> {
    const ofPayments = events.filter(({ stream }) => stream.startsWith('payment-'));
    const known = await this.known(ofPayments);
    const before = new Map([...known.values()].flat().map((transfer) => [transfer.id, transfer]));
    const { payments, created, atBanks, facts, opened } = await this.fold(events, new Map(known), furthest);
    const transfers = await this.numbered([...payments.values()].flat(), created);
    const ids = new Set(transfers.map(({ id }) => id));
    const changed = transfers.filter((transfer) => (before.get(transfer.id) ?? transfer) !== transfer);
    return [
      ...deleteSteps([...before.values()].filter(({ id }) => !ids.has(id))),
      ...insertSteps(transfers.filter(({ id }) => !before.has(id))),
      ...forgetErasedSteps(opened),
      ...updateSteps(changed),
      ...relistSteps(changed.filter(({ id, status }) => !created.has(id) && status !== 'initiated')),
      ...entrySteps(transfers.filter(({ id }) => created.has(id))),
      ...recordSteps(facts),
      ...(await this.bankEntries.stepsFor(atBanks)),
    ];
  }

  forget(): void {
    this.ofParties.forget();
    this.ofAccounts.forget();
    this.ofPayments.forget();
  }

  /** Transfers of payments that began in an earlier page. */
  private async known(events: readonly StoredEvent[]): Promise<ReadonlyMap<string, readonly Transfer[]>> {
    const begun = new Set(events.filter(({ revision }) => revision === 0).map(({ stream }) => stream));
    const others = events.filter(({ stream }) => !begun.has(stream)).map(({ stream }) => paymentOfStream(stream));
    return others.length === 0 ? new Map() : this.transfers.ofPayments([...new Set(others)]);
  }

  /** Numbers new transfers and payments in the lists of their parties and their account, in the given order. */
  private async numbered(transfers: readonly Transfer[], created: ReadonlySet<string>): Promise<readonly Transfer[]> {
    const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
    const news = [...created].flatMap((id) => byId.get(id) ?? []);
    await this.ofParties.know(new Set(news.flatMap(partiesOf)));
    await this.ofAccounts.know(new Set(news.map(({ accountId }) => accountId)));
    await this.ofPayments.know(new Set(news.filter(isMain).map(({ accountId }) => accountId)));
    for (const transfer of news) {
      const parties = partiesOf(transfer);
      const [sourceNumber = null, destinationNumber = null] = parties.map((id) => this.ofParties.next(id));
      const accountNumber = parties.length > 0 ? this.ofAccounts.next(transfer.accountId) : null;
      const paymentNumber =
        accountNumber !== null && isMain(transfer) ? this.ofPayments.next(transfer.accountId) : null;
      byId.set(transfer.id, { ...transfer, accountNumber, paymentNumber, sourceNumber, destinationNumber });
    }
    return [...byId.values()];
  }

  private async fold(
    events: readonly StoredEvent[],
    payments: FoldedPage['payments'],
    furthest: Position,
  ): Promise<FoldedPage> {
    const folded: FoldedPage = { payments, created: new Set(), atBanks: noChanges(), facts: [], opened: [] };
    for (const stored of events) {
      if (stored.stream.startsWith('balance-')) {
        const fact = stored.position > furthest ? balanceFactOf(balanceEventOf(stored), stored) : undefined;
        if (fact) folded.facts.push(fact);
        continue;
      }
      const event = paymentEventOf(stored);
      const paymentId = paymentOfStream(stored.stream);
      const before = payments.get(paymentId) ?? [];
      const { traceparent } = stored.metadata;
      const trace = event.type === 'PaymentInitiated' && traceparent !== undefined ? traceIdOf(traceparent) : null;
      let after = foldTransfers(before, event, stored.position, trace);
      if (event.type === 'PaymentInitiated' && event.data.sealedMetadata !== undefined) {
        const metadata = await this.metadata.open(event.data);
        if (metadata) folded.opened.push({ transferId: paymentId, subjects: subjectsOf(event.data) });
        after = after.map((transfer) => (transfer.id === paymentId ? { ...transfer, metadata } : transfer));
      }
      payments.set(paymentId, after);
      if (stored.position > furthest) changesAtBanks(folded.atBanks, event, before, after);
      const versions = new Map(before.map(({ id, version }) => [id, version]));
      for (const transfer of after) {
        if (transfer.version === (versions.get(transfer.id) ?? 0)) continue;
        if (transfer.position === stored.position) folded.created.add(transfer.id);
        const fact = stored.position > furthest ? factOf(transfer, event, stored) : undefined;
        if (fact) folded.facts.push(fact);
      }
    }
    return folded;
  }
}

const isMain = ({ id, paymentId }: Transfer): boolean => id === paymentId;
