import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { partsOf } from '@halyard/core';
import type { Draw, LegToDraw } from '../bank-behavior/bank-behavior.js';
import { EntryDraws } from '../bank-behavior/entry-draws.js';
import { BankHours } from '../cut-off/bank-hours.js';
import { Facts } from '../facts/facts.js';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import { directionOf } from '../payment/payment.legs.js';
import { Payments } from '../payment/payments.js';
import { bankOf } from '../transfer/transfer.answer.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import type { BankView } from './bank-facts.rows.js';
import { type MainTransfer, MainTransfers } from './main-transfers.rows.js';

/** How many legs are described at the same time. */
const AT_ONCE_MAX = 250;

/** A leg that goes to its bank now, and the bank as it is. */
export interface LegAtBank {
  readonly transfer: Transfer;
  readonly view: BankView;
}

/**
 * Freezes the legs of one moment, or of one simulation, together: in the order in which their payments were made, they
 * get their names, and the rules of the behaviour are asked about them (contract of what no peer has, section 3).
 */
@Injectable()
export class DrawnLegs {
  constructor(
    private readonly mains: MainTransfers,
    private readonly payments: Payments,
    private readonly facts: Facts,
    private readonly hours: BankHours,
    private readonly draws: EntryDraws,
  ) {}

  /** @returns what was drawn for those of the legs that were frozen before */
  of(legIds: readonly string[]): Promise<ReadonlyMap<string, Draw>> {
    return this.draws.of(legIds);
  }

  /** Draws for legs of one account for which nothing was drawn before. @throws DomainError ServiceUnavailable */
  async freeze(legs: readonly LegAtBank[], operation: Operation): Promise<ReadonlyMap<string, Draw>> {
    const accountId = legs[0]?.transfer.accountId;
    if (accountId === undefined) return new Map();
    const known = await this.draws.of(legs.map(({ transfer }) => transfer.id));
    if (known.size === legs.length) return known;
    const mains = await this.mains.of(legs.map(({ transfer }) => transfer));
    const ordered = legs.toSorted((a, b) => byPayment(mains, a.transfer, b.transfer));
    const described: LegToDraw[] = [];
    for (const some of partsOf(ordered, AT_ONCE_MAX)) {
      described.push(...(await Promise.all(some.map((leg) => this.described(leg, mains, operation)))));
    }
    return this.draws.freeze(accountId, described, operation);
  }

  /** Sorts transfers by the acceptance of their payments, those of one payment by their legs. */
  async inOrder(transfers: readonly Transfer[]): Promise<Transfer[]> {
    const mains = await this.mains.of(transfers);
    return transfers.toSorted((a, b) => byPayment(mains, a, b));
  }

  private async described(
    { transfer, view }: LegAtBank,
    mains: ReadonlyMap<string, MainTransfer>,
    operation: Operation,
  ): Promise<LegToDraw> {
    const { id: legId, amountMinor } = transfer;
    const bank = bankOf(transfer);
    const correlationId = mains.get(transfer.paymentId)?.correlationId ?? null;
    const known = await this.facts.source(bank.fundingSourceId, operation);
    const type = known?.owner.type;
    return {
      legId,
      correlationId,
      numberAtBanks: correlationId === null ? 1 : await this.numberOf(transfer),
      direction: transfer.clearing !== null && 'source' in transfer.clearing ? 'debit' : 'credit',
      route: this.routeOf(transfer),
      amountMinor,
      ...bank,
      ...(type !== undefined && type !== 'account' && { customerType: type }),
      isNamed: view.returns !== undefined,
    };
  }

  private routeOf(transfer: Transfer): LegToDraw['route'] {
    if (isMicroDeposit(transfer)) return 'micro-deposit';
    if (transfer.kind === 'wire') return 'wire';
    const isSameDay = transfer.started && this.hours.routeOf(transfer, transfer.started) === 'same-day credit';
    return isSameDay ? 'same-day' : 'ach';
  }

  /** The leg's number, from 1, among those of its payment at banks, whatever becomes of the others. */
  private async numberOf({ id, paymentId, place }: Transfer): Promise<number> {
    if (place === 0) return 1;
    const { payment } = await this.payments.load(paymentId);
    const atBanks = payment.legs.filter(({ terms }) => directionOf(terms) !== undefined);
    return atBanks.findIndex(({ terms }) => terms.id === id) + 1;
  }
}

function byPayment(mains: ReadonlyMap<string, MainTransfer>, a: Transfer, b: Transfer): number {
  const [first = 0n, second = 0n] = [mains.get(a.paymentId)?.position, mains.get(b.paymentId)?.position];
  return first === second ? a.place - b.place : first < second ? -1 : 1;
}
