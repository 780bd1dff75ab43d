import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { CorrectLeg, SettleLeg, StopLeg, SubmitLeg } from '../payment/payment.decider.js';
import type { Payment } from '../payment/payment.model.js';
import { metadataOf } from '../payment/payment-request.js';
import { PaymentProcess } from '../payment/payment.process.js';
import { BankEffects } from './bank-effects.js';

/** How many payments are settled at once. The limit leaves room for other work. */
const SETTLED_AT_ONCE = 128;

export interface BankOutcome {
  readonly paymentId: string;
  readonly command: SubmitLeg | SettleLeg | StopLeg | CorrectLeg;
}

@Injectable()
export class BankOutcomes {
  constructor(
    private readonly process: PaymentProcess,
    private readonly effects: BankEffects,
  ) {}

  /**
   * Drives the payments on, in order, and has the owners of banks and customers store the other effects. The caller
   * repeats it until it resolves; a repeat changes nothing that is done already.
   *
   * @returns the payments, in no order
   * @throws DomainError ServiceUnavailable
   */
  async apply(outcomes: readonly BankOutcome[], operation: Operation): Promise<readonly Payment[]> {
    const metadata = metadataOf(operation);
    const left = [...Map.groupBy(outcomes, ({ paymentId }) => paymentId)].reverse();
    const driven: Payment[] = [];
    const workers = Array.from({ length: SETTLED_AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const [paymentId, happened] = next;
        const commands = happened.map(({ command }) => command);
        driven.push(await this.process.bank(paymentId, commands, metadata));
      }
    });
    await Promise.all(workers);
    await this.effects.apply(driven, new Set(outcomes.flatMap(({ command }) => stopOf(command))), operation);
    return driven;
  }
}

const stopOf = (command: BankOutcome['command']): string[] => (command.type === 'StopLeg' ? [command.stopId] : []);
