import { Injectable } from '@nestjs/common';
import { type DueItem, DueWork } from '@halyard/background';
import { AccountClocks } from '@halyard/clocks';
import type { DidCounts } from '@halyard/contracts/sandbox-clock';
import type { EntityManager } from 'typeorm';
import { TransfersConfig } from '../../config.js';
import { CutOffLegs } from './cut-off-legs.js';
import { type DueData, type DueLegs, kindsAtBanks, type KindOfLegs, kindsOfCutOffs } from './due-at-banks.js';
import { OnTimeLegs, operationAt } from './on-time-legs.js';

/** How banks that keep time do what is due. */
type DueAction = (due: DueLegs) => Promise<Partial<DidCounts>>;

/** In the sandbox, banks that keep time hand over, settle and return the legs of an account when its clock says so. */
@Injectable()
export class OnTimeWork {
  constructor(
    private readonly legs: OnTimeLegs,
    private readonly clocks: AccountClocks,
    private readonly cutOffs: CutOffLegs,
    private readonly dueWork: DueWork,
    { environment }: TransfersConfig,
  ) {
    if (environment !== 'sandbox') return;
    const handOver: DueAction = (due) => legs.handOver(due);
    const settle: DueAction = (due) => legs.settle(due);
    const actions: Readonly<Record<KindOfLegs, DueAction>> = {
      'late-return': (due) => legs.return(due, 'processed'),
      return: (due) => legs.return(due, 'pending'),
      correction: (due) => legs.correct(due),
      settlement: settle,
      'micro-deposits': settle,
      'same-day-cut-off': handOver,
      'wire-cut-off': handOver,
      'standard-cut-off': handOver,
    };
    for (const [rank, kind] of kindsAtBanks.entries()) {
      if (kind === 'outage-end') dueWork.onMany(kind, (items, tx) => this.countOthers(items, tx), rank);
      else if (kind === 'bank-file') dueWork.on(kind, (item, tx) => this.makeFile(item, tx), rank);
      else dueWork.onMany(kind, (items, tx, traceparent) => this.do(items, tx, actions[kind], traceparent), rank);
    }
  }

  /** @returns for each item whose bank is down: when it comes then */
  private async do(
    items: readonly DueItem[],
    tx: EntityManager,
    action: DueAction,
    traceparent: string | undefined,
  ): Promise<readonly (Date | undefined)[]> {
    const [first] = items;
    if (!first?.accountId) return [];
    const { accountId, dueAt } = first;
    const legs = items.map(({ key: legId, data }) => ({ legId, ...(data as DueData) }));
    const due = { accountId, dueAt, legs, traceparent };
    const putOff = await this.legs.putOff(due);
    const ready = legs.filter(({ legId }) => !putOff.has(legId));
    if (ready.length > 0) await this.clocks.countDone(tx, accountId, await action({ ...due, legs: ready }));
    return items.map(({ key }) => putOff.get(key));
  }

  /** @throws Error while legs of the file's moment still wait, because they failed: the file is made after them */
  private async makeFile({ key, accountId, dueAt }: DueItem, tx: EntityManager): Promise<void> {
    if (!accountId) return;
    const waiting = await this.dueWork.keysOf(accountId, kindsOfCutOffs, dueAt, tx);
    if (waiting.length > 0) throw new Error('a file to the banks waits for legs that have not gone out');
    await this.cutOffs.makeFile(key, operationAt(dueAt.toISOString()));
  }

  /** An outage that ends does nothing itself: what waited for its bank is due at a moment of its own. */
  private async countOthers(items: readonly DueItem[], tx: EntityManager): Promise<[]> {
    const accountId = items[0]?.accountId;
    if (accountId) await this.clocks.countDone(tx, accountId, { other: items.length });
    return [];
  }
}
