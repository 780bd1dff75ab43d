import { Injectable } from '@nestjs/common';
import { created, type Operation, publicRoutes } from '@halyard/contracts';
import type { ServiceRequest } from '@halyard/http';
import { type Effect, Effects } from '@halyard/changes';
import { paymentIdOf } from '../payment-ids.js';
import { statusOf } from './payment.model.js';
import { planOf } from './payment.plan.js';
import { PaymentProcess } from './payment.process.js';
import { Payments } from './payments.js';

/** Reads the outcome of a POST /transfers from its payment. */
@Injectable()
export class PaymentEffects extends Effects {
  constructor(
    private readonly payments: Payments,
    private readonly process: PaymentProcess,
  ) {
    super();
  }

  override beginsByAppend({ method, path }: Pick<ServiceRequest, 'method' | 'path'>): boolean {
    const { createTransfer } = publicRoutes;
    return method === createTransfer.method && path === createTransfer.path;
  }

  override async outcomeOf({ id }: Operation, { path }: Pick<ServiceRequest, 'path'>): Promise<Effect> {
    if (path !== publicRoutes.createTransfer.path) return { kind: 'none' };
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
        // A crash cut it off after it was accepted: money that moves at once must have moved before the caller is
        // answered.
        if (planOf(payment).length > 0) await this.process.drive(paymentId);
        return { kind: 'stands', answer: { status: 201, body: created('transfer', paymentId) } };
    }
  }
}
