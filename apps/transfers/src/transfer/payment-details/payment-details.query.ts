import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { BankHours } from '../../cut-off/bank-hours.js';
import { HolderNames } from '../../facts/holder-names.js';
import { endsOfPayment, paymentAnswer } from './payment.answer.js';
import { PaymentHistories } from './payment-histories.js';

export class GetPayment extends Query<ResourceAnswer<'payment'>> {
  constructor(
    readonly operation: Operation,
    readonly paymentId: string,
  ) {
    super();
  }
}

@QueryHandler(GetPayment)
export class GetPaymentHandler implements IQueryHandler<GetPayment> {
  constructor(
    private readonly histories: PaymentHistories,
    private readonly names: HolderNames,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError NotFound */
  async execute({ operation, paymentId: id }: GetPayment): Promise<ResourceAnswer<'payment'>> {
    const history = await this.histories.find(id, accountOf(operation));
    if (!history) throw new DomainError('NotFound');
    const names = await this.names.of(Object.values(endsOfPayment(history.terms)), operation);
    return paymentAnswer(history, { at: operation.at, hours: this.hours }, names);
  }
}
