import { Injectable } from '@nestjs/common';
import { type AppliedReturn, type EndedMicroDeposits, type Operation, type ServiceRoute } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { returnCodes, type ReturnEffects as Effects } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { endOfMicroDeposits } from '../payment/micro-deposits.js';
import type { LegState, Payment, PaymentSide } from '../payment/payment.model.js';
import { directionOf } from '../payment/payment.legs.js';

/** Owners told at a time. */
const TOLD_AT_ONCE = 16;

interface Telling<Fact = AppliedReturn | EndedMicroDeposits> {
  readonly route: ServiceRoute;
  readonly id: string;
  readonly fact: Fact;
}

/** What banks did, beside moving money, is done by those who own banks and customers. */
@Injectable()
export class BankEffects {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * Resolves once all that these payments do to banks and customers stands; to be repeated until it does.
   *
   * @param stopIds the returns that are to be told of
   * @throws DomainError ServiceUnavailable, RequestTimeout
   */
  async apply(payments: readonly Payment[], stopIds: ReadonlySet<string>, operation: Operation): Promise<void> {
    await this.tell(payments.flatMap(microDepositsOf), operation);
    await this.tell(returnsOf(payments, stopIds), operation);
  }

  private async tell(tellings: readonly Telling[], operation: Operation): Promise<void> {
    const left = [...tellings];
    const tellers = Array.from({ length: TOLD_AT_ONCE }, async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        await this.calls.tell(next.route, next.id, next.fact, operation);
      }
    });
    await Promise.all(tellers);
  }
}

/** The owner of the bank hears what became of its micro-deposits once no more of them is under way. */
function microDepositsOf({ terms, legs }: Payment): Telling[] {
  const end = endOfMicroDeposits(legs);
  const [first] = legs;
  if (!terms || !end || !first) return [];
  const fact: EndedMicroDeposits = { paymentId: terms.paymentId, ...end };
  return [{ route: serviceRoutes.endMicroDeposits, id: first.terms.destination.fundingSourceId, fact }];
}

/** The same return of the same bank does the same once. */
function returnsOf(payments: readonly Payment[], stopIds: ReadonlySet<string>): readonly Telling[] {
  const stopped = payments.flatMap(({ legs }) => legs).filter(({ stop }) => stop?.isCause && stopIds.has(stop.id));
  const tellings = new Map<string, Telling<AppliedReturn>>();
  for (const telling of stopped.flatMap(tellingsOf)) {
    const key = `${telling.route.path} ${telling.id} ${telling.fact.code}`;
    const known = tellings.get(key);
    if (!known || telling.fact.returnId < known.fact.returnId) tellings.set(key, telling);
  }
  return [...tellings.values()];
}

const changesBank = ({ unverify, remove, block }: Effects): boolean => unverify || remove || block;

/** Whom a leg's return concerns; nobody where its sender took it back. */
export function tellingsOf({ terms, stop }: LegState): Telling<AppliedReturn>[] {
  if (!stop?.code) return [];
  const bank: PaymentSide = directionOf(terms) === 'in' ? terms.source : terms.destination;
  const fact = { returnId: stop.id, code: stop.code };
  const { effects } = returnCodes[stop.code];
  const tellings: Telling<AppliedReturn>[] = [];
  if (changesBank(effects)) {
    tellings.push({ route: serviceRoutes.applyReturnToFundingSource, id: bank.fundingSourceId, fact });
  }
  // Returns never suspend the master account.
  if (effects.customer && bank.ownerKind === 'customer') {
    tellings.push({ route: serviceRoutes.applyReturnToCustomer, id: bank.ownerId, fact });
  }
  return tellings;
}
