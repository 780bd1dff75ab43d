import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FactAnswer } from '@halyard/contracts';
import { moneyToJson, newId, usd } from '@halyard/core';
import { microDepositLegs } from '../micro-deposit-legs.js';
import { metadataOf, requestOf } from '../payment-request.js';
import { PaymentProcess } from '../payment.process.js';
import { BeginMicroDeposits } from './begin-micro-deposits.command.js';

@CommandHandler(BeginMicroDeposits)
export class BeginMicroDepositsHandler implements ICommandHandler<BeginMicroDeposits> {
  constructor(private readonly process: PaymentProcess) {}

  /** A repeat finds the payment of the first call. */
  async execute({ operation, paymentId, deposits }: BeginMicroDeposits): Promise<FactAnswer<null>> {
    const { accountId, ownerKind, ownerId, fundingSourceId, amountsMinor, at } = deposits;
    const ids = { paymentId, attemptId: newId(), accountId };
    const bank = { ownerKind, ownerId, fundingSourceId };
    const amounts = amountsMinor.map((minor) => moneyToJson(usd(BigInt(minor))));
    const legs = microDepositLegs({ ...ids, bank, amounts });
    await this.process.begin({ ...ids, legs, request: requestOf(operation), at }, metadataOf(operation));
    return { type: 'fact', fact: null };
  }
}
