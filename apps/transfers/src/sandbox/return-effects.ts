import { Injectable } from '@nestjs/common';
import { type AppliedReturn, type Operation, type ServiceRoute, serviceRoutes } from '@halyard/contracts';
import { returnCodes, type ReturnEffects as Effects } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import type { LegState, Payment, PaymentSide } from '../payment/payment.model.js';
import { directionOf } from '../payment/payment.legs.js';

/** Owners told at a time. */
const TOLD_AT_ONCE = 16;

interface Telling {
  readonly route: ServiceRoute;
  readonly id: string;
  readonly applied: AppliedReturn;
}

/** What a return does besides failing its transfer is done by those who own the bank and the customer. */
@Injectable()
export class ReturnEffects {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * Resolves once everything that these stops do to banks and customers stands; to be repeated until it does.
   *
   * @param stopIds those that are to be told of
   * @throws DomainError ServiceUnavailable, RequestTimeout
   */
  async apply(payments: readonly Payment[], stopIds: ReadonlySet<string>, operation: Operation): Promise<void> {
    const stopped = payments.flatMap(({ legs }) => legs).filter(({ stop }) => stop?.isCause && stopIds.has(stop.id));
    const tellings = new Map<string, Telling>();
    for (const telling of stopped.flatMap(tellingsOf)) {
      // The same return of the same bank does the same once.
      const key = `${telling.route.path} ${telling.id} ${telling.applied.code}`;
      const known = tellings.get(key);
      if (!known || telling.applied.returnId < known.applied.returnId) tellings.set(key, telling);
    }
    const left = [...tellings.values()];
    const tellers = Array.from({ length: TOLD_AT_ONCE }, async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        await this.calls.tell(next.route, next.id, next.applied, operation);
      }
    });
    await Promise.all(tellers);
  }
}

const changesBank = ({ unverify, remove, block }: Effects): boolean => unverify || remove || block;

/** Whom a leg's return concerns; nobody where its sender took it back. */
export function tellingsOf({ terms, stop }: LegState): Telling[] {
  if (!stop?.code) return [];
  const bank: PaymentSide = directionOf(terms) === 'in' ? terms.source : terms.destination;
  const applied = { returnId: stop.id, code: stop.code };
  const { effects } = returnCodes[stop.code];
  const tellings: Telling[] = [];
  if (changesBank(effects)) {
    tellings.push({ route: serviceRoutes.applyReturnToFundingSource, id: bank.fundingSourceId, applied });
  }
  // Returns never suspend the master account.
  if (effects.customer && bank.ownerKind === 'customer') {
    tellings.push({ route: serviceRoutes.applyReturnToCustomer, id: bank.ownerId, applied });
  }
  return tellings;
}
