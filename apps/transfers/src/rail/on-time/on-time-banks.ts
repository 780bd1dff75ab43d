import { Injectable } from '@nestjs/common';
import { DueWork } from '@halyard/background';
import { Clock, newId } from '@halyard/core';
import { DataSource, type EntityManager } from 'typeorm';
import type { Draw } from '../../bank-behavior/bank-behavior.js';
import { OutageEnds } from '../../bank-behavior/outage-ends.js';
import { Payments } from '../../payment/payments.js';
import { legOf } from '../../payment/payment.legs.js';
import { ReadModels } from '../../projection/read-models.js';
import { Transfer } from '../../transfer/transfer.entity.js';
import { DownBanks } from '../down-banks.js';
import { DrawnLegs } from '../drawn-legs.js';
import { CutOffLegs } from './cut-off-legs.js';
import { type KindAtBanks, kindsAtBanks } from './due-at-banks.js';
import { OnTimeAccounts } from './on-time-accounts.rows.js';
import { type ItemAtBank, OnTimeBankEntries } from './on-time-entries.js';
import { OnTimeLegs, operationAt } from './on-time-legs.js';

const AT_ONCE_MAX = 500;

const IS_AT_BANK = `transfer.status = 'pending' AND transfer.started IS NOT NULL`;
const IS_TO_BE_RETURNED = 'transfer.return_due IS NOT NULL';

/** A file of legs that went out is made all the same. */
const kindsOnTime = kindsAtBanks.filter((kind) => kind !== 'bank-file');

/** Changes an account of the sandbox between banks that act on request and banks that keep time. */
@Injectable()
export class OnTimeBanks extends OutageEnds {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly payments: Payments,
    private readonly legs: OnTimeLegs,
    private readonly entries: OnTimeBankEntries,
    private readonly accounts: OnTimeAccounts,
    private readonly cutOffs: CutOffLegs,
    private readonly down: DownBanks,
    private readonly drawn: DrawnLegs,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * From `at` on, the account's banks keep time: each leg that waits for its bank counts as handed over then. Call it
   * after the step is stored that says so, and before any later one; a repeat changes nothing.
   *
   * @throws DomainError ServiceUnavailable
   */
  async begin(accountId: string, at: Date): Promise<void> {
    for await (const waiting of this.pagesOf(accountId, IS_AT_BANK)) await this.beginPage(accountId, waiting, at);
    await this.cutOffs.makeFiles(accountId, at, operationAt(at.toISOString()));
    for await (const settled of this.pagesOf(accountId, IS_TO_BE_RETURNED)) {
      const draws = await this.drawn.of(settled.map(({ id }) => id));
      const items = await Promise.all(settled.map((one) => this.lateReturnOf(one, draws.get(one.id), at)));
      await this.dueWork.put(items.flatMap((item) => item ?? []));
    }
    await this.dueWork.put(outageEnds(accountId, await this.down.endsAfter(accountId, at)));
  }

  override async changed(tx: EntityManager, accountId: string, ends: readonly Date[]): Promise<void> {
    await this.dueWork.removeOf(tx, accountId, ['outage-end']);
    if (!(await this.accounts.among([accountId])).has(accountId)) return;
    const now = await this.clock.now(accountId);
    const later = ends.filter((end) => end > now);
    await this.dueWork.put(outageEnds(accountId, later), tx);
  }

  /** From now on, the account's banks act on request. Call it after the step is stored that says so. */
  async end(accountId: string): Promise<void> {
    // A page that was written under the step before may still have put items.
    await this.readModels.upToDate('transfers');
    await this.dataSource.transaction((tx) => this.dueWork.removeOf(tx, accountId, kindsOnTime));
  }

  private async beginPage(accountId: string, waiting: readonly Transfer[], at: Date): Promise<void> {
    const operation = operationAt(at.toISOString());
    const withheld = waiting.filter(({ submittedAt }) => submittedAt === null);
    const putOff = await this.down.putOff(withheld, at, operation);
    const ready = withheld.filter(({ id }) => !putOff.has(id));
    await this.cutOffs.freezeAll(accountId, at, ready, operation);
    await this.legs.handOver({ accountId, dueAt: at, legs: ready.map(({ id: legId }) => ({ legId, id: newId() })) });
    const later = withheld.flatMap((leg) =>
      putOff.has(leg.id) ? (this.entries.handOver(leg, putOff.get(leg.id)) ?? []) : [],
    );
    const submitted = waiting.filter(({ submittedAt }) => submittedAt !== null);
    const returns = await this.legs.returnsOf(submitted, at);
    const draws = await this.drawn.of(submitted.map(({ id }) => id));
    const outcomes = submitted.flatMap((leg, index) =>
      this.entries.outcome(leg, at, { returns: returns[index], draw: draws.get(leg.id) }),
    );
    await this.dueWork.put([...later, ...outcomes]);
  }

  private async lateReturnOf(transfer: Transfer, draw: Draw | undefined, at: Date): Promise<ItemAtBank | undefined> {
    const { returnDue: code } = transfer;
    const { payment } = await this.payments.load(transfer.paymentId);
    const settledAt = legOf(payment, transfer.id)?.settlement?.at;
    if (code === null || settledAt === undefined) return undefined;
    return this.entries.lateReturn(transfer, { code, settledAt: new Date(settledAt), draw }, at);
  }

  /** Transfers in the order in which their payments were made. */
  private async *pagesOf(accountId: string, where: string): AsyncGenerator<Transfer[]> {
    for (let after: Transfer | undefined; ;) {
      const page = await this.readModels.read('transfers', () => this.pageOf(accountId, where, after));
      if (page.length > 0) yield page;
      if (page.length < AT_ONCE_MAX) return;
      after = page.at(-1);
    }
  }

  private pageOf(accountId: string, where: string, after: Transfer | undefined): Promise<Transfer[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(Transfer, 'transfer')
      .innerJoin(Transfer, 'main', 'main.id = transfer.paymentId')
      .where(`transfer.accountId = :accountId AND ${where}`, { accountId });
    if (after) {
      const { paymentId, place } = after;
      query.andWhere(
        '(main.position, transfer.place) > ((SELECT position FROM transfers WHERE id = :paymentId), :place)',
        { paymentId, place },
      );
    }
    return query.orderBy('main.position').addOrderBy('transfer.place').limit(AT_ONCE_MAX).getMany();
  }
}

const outageEnds = (accountId: string, ends: readonly Date[]) =>
  ends.map((dueAt) => ({
    kind: 'outage-end' satisfies KindAtBanks,
    key: `${accountId} ${dueAt.toISOString()}`,
    accountId,
    dueAt,
    data: null,
  }));
