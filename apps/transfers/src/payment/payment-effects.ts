import { Injectable } from '@nestjs/common';
import { created, type Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { type Effect, Effects } from '@halyard/changes';
import { paymentIdOf } from '../payment-ids.js';
import { statusOf } from './payment.model.js';
import { planOf } from './payment.plan.js';
import { PaymentProcess } from './payment.process.js';
import { Payments } from './payments.js';

/** Reads the outcome of a POST /transfers from its payment. */
@Injectable()
export class PaymentEffects extends Effects {
  override readonly route = transferRoutes.createTransfer;

  constructor(
    private readonly payments: Payments,
    private readonly process: PaymentProcess,
  ) {
    super();
  }

  override async outcomeOf({ id }: Operation): Promise<Effect> {
    const paymentId = paymentIdOf(id);
    const { payment } = await this.payments.load(paymentId);
    switch (statusOf(payment)) {
      case 'none':
      case 'initiated':
        return { kind: 'none' };
      case 'refused':
        return { kind: 'refused' };
      case 'open':
      case 'ended':
        // A crash interrupted the payment after its acceptance. Money that moves at once must move before the answer.
        if (planOf(payment).length > 0) await this.process.drive(paymentId);
        return { kind: 'stands', answer: { status: 201, body: created('transfer', paymentId) } };
    }
  }
}
