import { Injectable } from '@nestjs/common';
import { created, type Operation, publicRoutes } from '@halyard/contracts';
import type { ServiceRequest } from '@halyard/http';
import { type Effect, Effects } from '@halyard/messaging';
import { paymentIdOf } from '../payment-ids.js';
import { statusOf } from './payment.model.js';
import { Payments } from './payments.js';

/** What became of a POST /transfers is read from its payment. */
@Injectable()
export class PaymentEffects extends Effects {
  constructor(private readonly payments: Payments) {
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
        return { kind: 'stands', answer: { status: 201, body: created('transfer', paymentId) } };
    }
  }
}
