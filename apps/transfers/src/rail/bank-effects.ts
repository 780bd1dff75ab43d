import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes, TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import type { MicroDepositsEnd } from '@halyard/contracts/funding-sources';
import type { AppliedReturn } from '@halyard/contracts/transfers';
import { partsOf, returnCodes, type ReturnEffects } from '@halyard/core';
import { fundingSource, KnownFundingSources, KnownParties, party } from '@halyard/facts';
import { ServiceCalls } from '@halyard/http';
import { z } from 'zod';
import { EntryDraws } from '../bank-behavior/entry-draws.js';
import { endOfMicroDeposits } from '../payment/micro-deposit-legs.js';
import { directionOf } from '../payment/payment.legs.js';
import type { LegState, Payment, PaymentSide } from '../payment/payment.model.js';

interface ReturnedTo {
  readonly banks: readonly AppliedReturn[];
  readonly customers: readonly AppliedReturn[];
}

const sourcesThen = z.array(fundingSource.schema);
const partiesThen = z.array(party.schema);

/**
 * Tells the owners of banks and customers what banks did besides moving money. Each call covers many effects, in a
 * fixed order, so that a repeat makes the same calls.
 */
@Injectable()
export class BankEffects {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly sources: KnownFundingSources,
    private readonly parties: KnownParties,
    private readonly draws: EntryDraws,
  ) {}

  /**
   * Resolves once all effects of these payments on banks and customers are stored. The caller repeats the call until
   * then.
   *
   * @param stopIds the returns to report
   * @throws DomainError ServiceUnavailable
   */
  async apply(payments: readonly Payment[], stopIds: ReadonlySet<string>, operation: Operation): Promise<void> {
    const ended = await this.endedMicroDeposits(payments);
    for (const part of partsOf(ended, TOLD_AT_ONCE_MAX)) {
      await this.calls.request(serviceRoutes.endMicroDeposits, { ended: part }, operation);
    }
    const stopped = payments.flatMap(({ legs }) => legs).filter(({ stop }) => stop?.isCause && stopIds.has(stop.id));
    const returned = stopped.map(returnedTo);
    await Promise.all([
      this.toBanks(
        returned.flatMap(({ banks }) => banks),
        operation,
      ),
      this.toCustomers(
        returned.flatMap(({ customers }) => customers),
        operation,
      ),
    ]);
  }

  private async endedMicroDeposits(payments: readonly Payment[]): Promise<MicroDepositsEnd[]> {
    const ended = payments.filter((payment) => microDepositsOf(payment).length > 0);
    const draws = await this.draws.of(ended.flatMap(({ legs }) => legs.map(({ terms }) => terms.id)));
    const hasWrongAmounts = ({ legs }: Payment): boolean =>
      legs.some(({ terms }) => 'microDeposits' in (draws.get(terms.id)?.conduct ?? {}));
    return ended
      .flatMap((payment) =>
        microDepositsOf(payment).map((end) => ({
          ...end,
          ...(hasWrongAmounts(payment) && { wrongAmounts: true as const }),
        })),
      )
      .sort((a, b) => inOrder(a.fundingSourceId, b.fundingSourceId));
  }

  private async toBanks(given: readonly AppliedReturn[], operation: Operation): Promise<void> {
    for (const returns of partsOf(eachOnce(given), TOLD_AT_ONCE_MAX)) {
      const answer = await this.calls.request(serviceRoutes.applyReturnsToFundingSources, { returns }, operation);
      await this.sources.learn(sourcesThen.parse(answer));
    }
  }

  private async toCustomers(given: readonly AppliedReturn[], operation: Operation): Promise<void> {
    for (const returns of partsOf(eachOnce(given), TOLD_AT_ONCE_MAX)) {
      const answer = await this.calls.request(serviceRoutes.applyReturnsToCustomers, { returns }, operation);
      await this.parties.learn(partiesThen.parse(answer));
    }
  }
}

/** The end of a payment's micro-deposits, for the bank's owner; nothing while one of them is under way. */
function microDepositsOf({ terms, legs }: Payment): MicroDepositsEnd[] {
  const end = endOfMicroDeposits(legs);
  const [first] = legs;
  if (!terms || !end || !first) return [];
  return [{ fundingSourceId: first.terms.destination.fundingSourceId, paymentId: terms.paymentId, ...end }];
}

const changesBank = ({ unverify, remove, block }: ReturnEffects): boolean => unverify || remove || block;

/** The effects of a leg's return; none if its sender cancelled it. */
export function returnedTo({ terms, stop }: LegState): ReturnedTo {
  if (!stop?.code) return { banks: [], customers: [] };
  const bank: PaymentSide = directionOf(terms) === 'in' ? terms.source : terms.destination;
  const { code, id: returnId } = stop;
  const { effects } = returnCodes[code];
  return {
    banks: changesBank(effects) ? [{ id: bank.fundingSourceId, returnId, code }] : [],
    // Returns never suspend the master account.
    customers: effects.customer && bank.ownerKind === 'customer' ? [{ id: bank.ownerId, returnId, code }] : [],
  };
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : 1);

/** If the same bank or customer has the same return code several times, only the first return has an effect. */
function eachOnce(returns: readonly AppliedReturn[]): AppliedReturn[] {
  const first = new Map<string, AppliedReturn>();
  for (const one of returns.toSorted((a, b) => inOrder(a.returnId, b.returnId))) {
    const name = `${one.id} ${one.code}`;
    if (!first.has(name)) first.set(name, one);
  }
  return [...first.values()];
}
