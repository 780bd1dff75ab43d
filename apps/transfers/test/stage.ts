import { newId, type ReturnCode } from '@halyard/core';
import { Chain, type EventStore } from '@halyard/event-store';
import { balanceEventOf } from '../src/balance/balance.model.js';
import { paymentEventOf, paymentOfStream, type PaymentTerms } from '../src/payment/payment.model.js';
import { balanceFactOf, factOf } from '../src/transfer/transfer-facts.js';
import { type BankStep, commandOf } from '../src/sandbox/bank-steps.js';
import type { Transfer } from '../src/transfer/transfer.entity.js';
import { foldTransfers } from '../src/transfer/transfer.fold.js';
import { type Books, booksOf, everyEvent, startProcess } from './payment-processes.js';
import { when } from './payments.js';
import { openStageStore } from './stage-store.js';

type Returns = ReadonlyMap<string, NonNullable<BankStep['returns']>>;

/** The table's name for a leg: T2 brings the money, T1 is the main leg, T3 takes the money on; fees are numbered. */
export function nameOfLeg({ kind, id, place }: Transfer, { paymentId, legs }: PaymentTerms): string {
  if (kind === 'fee') return `fee${legs.slice(0, place).filter((leg) => leg.kind === 'fee').length + 1}`;
  return id === paymentId ? 'T1' : legs.findIndex((leg) => leg.id === paymentId) > place ? 'T2' : 'T3';
}

const topics: Readonly<Record<string, string>> = {
  'transfers.transfer-created.v1': 'created',
  'transfers.transfer-completed.v1': 'completed',
  'transfers.transfer-failed.v1': 'failed',
  'transfers.transfer-cancelled.v1': 'cancelled',
  'transfers.bank-transfer-creation-failed.v1': 'creation_failed',
};

/** The table's word for an event of a transfer. */
export const topicOf = (type: string): string => topics[type] ?? type;

/**
 * The service without its tables: the real deciders, process and folds on a store, and a bank that the test controls.
 */
export class Stage {
  /** The contra account of the opening balances. */
  static readonly FUNDS = `transit:${newId()}`;

  readonly service: ReturnType<typeof startProcess>;

  private constructor(readonly store: EventStore) {
    this.service = startProcess(store);
  }

  static async open(): Promise<Stage> {
    return new Stage(await openStageStore());
  }

  /** Puts money on a balance before the story begins. */
  async fund(fundingSourceId: string, minor: bigint): Promise<void> {
    const chain = new Chain(this.store);
    const amount = { minor: `${minor < 0n ? -minor : minor}`, currency: 'USD' } as const;
    const entry = { entryId: newId(), legId: newId(), amount, contra: Stage.FUNDS, at: when };
    const owner = { accountId: newId(), ownerKind: 'account', ownerId: newId() } as const;
    const command =
      minor < 0n ? ({ type: 'PostDebit', ...entry, owner } as const) : ({ type: 'PostCredit', ...entry } as const);
    await this.service.balances.enter(fundingSourceId, command, { chain });
    await chain.committed();
  }

  async begin(terms: PaymentTerms): Promise<void> {
    await this.service.process.begin(terms, {});
  }

  /**
   * One simulation: settles the legs that are with their banks, and returns those that were due for it, by the current
   * names.
   */
  async simulate(returns: Returns, endsHere = false): Promise<number> {
    const transfers = await this.transfers();
    const atBanks = transfers.filter(({ status, started }) => status === 'pending' && started);
    const late = transfers.filter(({ returnDue }) => returnDue !== null);
    const operation = newId();
    const steps = [
      ...atBanks.map(({ paymentId, id, ...transfer }) => ({
        paymentId,
        legId: id,
        stepId: operation,
        returns: returns.get(bankSideOf(transfer)),
      })),
      ...late.map(({ paymentId, id, returnDue }) => ({
        paymentId,
        legId: id,
        stepId: operation,
        returns: { code: returnDue as ReturnCode, isLate: true },
        isLate: true as const,
      })),
    ].map((step) => ({ ...step, stepId: newId(), ...(endsHere && { endsHere: true as const }) }));
    for (const step of steps) {
      const command = commandOf(step, when);
      if (command) await this.service.process.bank(step.paymentId, [command]);
    }
    return atBanks.length;
  }

  async transfers(): Promise<Transfer[]> {
    return [...(await this.folded()).transfers.values()].flat();
  }

  /** `T1 pending` for each leg that is a transfer, in the order of the legs. */
  async legs(terms: PaymentTerms): Promise<string[]> {
    const transfers = (await this.folded()).transfers.get(terms.paymentId) ?? [];
    return transfers
      .filter(({ status }) => status !== 'initiated')
      .map((transfer) => `${nameOfLeg(transfer, terms)} ${transfer.status}`);
  }

  /** `T2 bank created sender`: the published events of a payment, in order, with their recipients. */
  async told(terms: PaymentTerms, from = 0): Promise<string[]> {
    return (await this.folded()).told
      .filter(({ paymentId }) => paymentId === terms.paymentId)
      .slice(from)
      .map(({ text }) => text(terms));
  }

  /** The books of payments alone, without the opening balances. */
  async books(): Promise<Books> {
    return booksOf((await everyEvent(this.store)).filter(({ data }) => !isFunding(data)));
  }

  private async folded() {
    const transfers = new Map<string, readonly Transfer[]>();
    const told: { readonly paymentId: string; readonly text: (terms: PaymentTerms) => string }[] = [];
    for (const stored of await everyEvent(this.store)) {
      if (stored.stream.startsWith('balance-')) {
        const event = balanceEventOf(stored);
        const fact = balanceFactOf(event, stored);
        const paymentId = event.data.contra.slice('transit:'.length);
        if (fact) told.push({ paymentId, text: () => `negative ${fact.key}` });
        continue;
      }
      const event = paymentEventOf(stored);
      const paymentId = paymentOfStream(stored.stream);
      const before = transfers.get(paymentId) ?? [];
      const after = foldTransfers(before, event, stored.position);
      transfers.set(paymentId, after);
      for (const transfer of after) {
        if (transfer.version === (before.find(({ id }) => id === transfer.id)?.version ?? 0)) continue;
        const fact = factOf(transfer, event, stored);
        if (!fact) continue;
        const what = topicOf(fact.type);
        const isOfBank = transfer.leg === 'bank' || what === 'creation_failed';
        told.push({
          paymentId,
          text: (terms) => `${nameOfLeg(transfer, terms)} ${isOfBank ? 'bank ' : ''}${what}`,
        });
      }
    }
    return { transfers, told };
  }
}

const isFunding = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'contra' in data && data.contra === Stage.FUNDS;

const bankSideOf = ({ clearing, ...transfer }: Omit<Transfer, 'id' | 'paymentId'>): string =>
  clearing && 'source' in clearing ? transfer.sourceFundingSourceId : transfer.destinationFundingSourceId;

/** Returns by funding source, from the names that their owners gave them. */
export const named = (names: Readonly<Record<string, string>>): Returns =>
  new Map(
    Object.entries(names).map(([id, name]) => {
      const [code, late] = name.split('-');
      return [id, { code: code as ReturnCode, isLate: late !== undefined }];
    }),
  );
