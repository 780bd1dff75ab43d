import { Body, Controller, Param } from '@nestjs/common';
import { begunMicroDeposits, type FactDocument, type Operation } from '@halyard/contracts';
import { DomainError, moneyToJson, newId, usd } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { microDepositLegs } from '../micro-deposits.js';
import { PaymentProcess } from '../payment.process.js';

@Controller()
export class BeginMicroDepositsController {
  constructor(private readonly process: PaymentProcess) {}

  /**
   * Pays micro-deposits to a bank, once: repeats of the same request find the payment that the first one made.
   *
   * @throws DomainError BadRequest for a malformed body
   */
  @Serves('beginMicroDeposits')
  async begin(
    @CurrentOperation() { id: operationId, traceparent }: Operation,
    @Param('id', IdPipe) paymentId: string,
    @Body() body: unknown,
  ): Promise<FactDocument<null>> {
    const { data } = begunMicroDeposits.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    const { accountId, ownerKind, ownerId, fundingSourceId, amountsMinor, at } = data;
    const ids = { paymentId, attemptId: newId(), accountId };
    const bank = { ownerKind, ownerId, fundingSourceId };
    const amounts = amountsMinor.map((minor) => moneyToJson(usd(BigInt(minor))));
    const legs = microDepositLegs({ ...ids, bank, amounts });
    await this.process.begin({ ...ids, legs, at }, { operationId, traceparent });
    return { document: 'fact', fact: null };
  }
}
