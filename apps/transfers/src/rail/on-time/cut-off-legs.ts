import { Injectable } from '@nestjs/common';
import { DueWork } from '@halyard/background';
import type { Operation } from '@halyard/contracts';
import { deriveId } from '@halyard/core';
import type { HandOverFile } from '../../bank-file/file-leg.js';
import { BankHours } from '../../cut-off/bank-hours.js';
import type { Transfer } from '../../transfer/transfer.entity.js';
import { Transfers } from '../../transfer/transfers.js';
import { BankFacts } from '../bank-facts.rows.js';
import { DownBanks } from '../down-banks.js';
import { DrawnLegs } from '../drawn-legs.js';
import { OutgoingLegs } from '../outgoing-legs.js';
import { type DueLegs, type KindAtBanks, kindsOfCutOffs } from './due-at-banks.js';

type CutOffWindow = Extract<HandOverFile['window'], 'standard' | 'same-day'>;

const windows = ['standard', 'same-day'] as const satisfies CutOffWindow[];

/** Identifies the legs of a window that go out at a moment. */
const batchIdOf = (accountId: string, at: Date, window: CutOffWindow): string =>
  deriveId(accountId, `${at.toISOString()} ${window}`);

const BANK_FILE = 'bank-file' satisfies KindAtBanks;

/**
 * Freezes the legs that go out at one moment of an account, all of them before the first one goes: they get their places
 * in the moment's files, and rules are asked about them.
 */
@Injectable()
export class CutOffLegs {
  constructor(
    private readonly transfers: Transfers,
    private readonly facts: BankFacts,
    private readonly hours: BankHours,
    private readonly down: DownBanks,
    private readonly drawn: DrawnLegs,
    private readonly outgoing: OutgoingLegs,
    private readonly dueWork: DueWork,
  ) {}

  /**
   * @param due the legs that go out next. They are still among the account's due work for everybody but their runner.
   * @throws DomainError ServiceUnavailable
   */
  async freeze({ accountId, dueAt, legs }: DueLegs, operation: Operation): Promise<void> {
    const own = await this.waiting(legs.map(({ legId }) => legId));
    const known = await this.drawn.of(own.map(({ id }) => id));
    if (known.size === own.length && !(await this.outgoing.isAnyMissing(accountId, own))) return;
    const ids = await this.dueWork.keysOf(accountId, kindsOfCutOffs, dueAt);
    const all = await this.waiting([...new Set([...ids, ...own.map(({ id }) => id)])]);
    const putOff = await this.down.putOff(all, dueAt, operation);
    // The legs that were given go out, even if an outage that is new would have put them off.
    const goesOut = new Set(own.map(({ id }) => id));
    const legsNow = all.filter(({ id }) => goesOut.has(id) || !putOff.has(id));
    await this.freezeAll(accountId, dueAt, legsNow, operation, (files) =>
      this.dueWork.put(files.map((key) => ({ kind: BANK_FILE, key, accountId, dueAt, data: null }))),
    );
  }

  /**
   * Freezes legs that go out together at a moment of their account.
   *
   * @param filed called with the hand-overs whose files have to be made, before any leg is in one of them
   */
  async freezeAll(
    accountId: string,
    at: Date,
    transfers: readonly Transfer[],
    operation: Operation,
    filed?: (batchIds: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const views = await this.facts.of(transfers, operation);
    const legs = transfers
      .map((transfer, index) => ({ transfer, view: views[index] ?? {} }))
      .filter(({ view }) => !view.isRecalled);
    const byWindow = Map.groupBy(
      legs.map(({ transfer }) => transfer),
      (transfer) => this.windowOf(transfer),
    );
    const inFiles = windows.map((window) => {
      const batchId = batchIdOf(accountId, at, window);
      return { file: { accountId, batchId, window, created: at }, inFile: byWindow.get(window) ?? [] };
    });
    await filed?.(inFiles.filter(({ inFile }) => inFile.length > 0).map(({ file }) => file.batchId));
    for (const { file, inFile } of inFiles) {
      await this.outgoing.add(file, inFile, (one) => this.settlesOn(one, at), operation);
    }
    await this.drawn.freeze(legs, operation);
  }

  /** Makes the files of legs that were frozen at a moment. @throws DomainError ServiceUnavailable */
  async makeFiles(accountId: string, at: Date, operation: Operation): Promise<void> {
    for (const window of windows) await this.outgoing.makeOfCutOff(batchIdOf(accountId, at, window), operation);
  }

  /** Makes the file of a hand-over. @throws DomainError ServiceUnavailable */
  makeFile(batchId: string, operation: Operation): Promise<void> {
    return this.outgoing.makeOfCutOff(batchId, operation);
  }

  private windowOf(transfer: Transfer): CutOffWindow | undefined {
    const route = transfer.started && this.hours.routeOf(transfer, transfer.started);
    if (route === 'wire') return undefined;
    return route === 'same-day credit' ? 'same-day' : 'standard';
  }

  private settlesOn(transfer: Transfer, handedOver: Date): Date {
    return this.hours.expectedAfter(transfer, transfer.started ?? handedOver, handedOver).earliest;
  }

  private async waiting(legIds: readonly string[]): Promise<Transfer[]> {
    const found = await Promise.all(legIds.map((id) => this.transfers.find(id)));
    return found.filter((one): one is Transfer => one?.status === 'pending' && one.started !== null);
  }
}
