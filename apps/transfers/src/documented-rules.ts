/** The pure rules of payments and their events, for docs/money.md. */
export { type Flow, flows, legsOf } from './payment/flows.js';
export { decide, type PaymentCommand } from './payment/payment.decider.js';
export { evolve, initial } from './payment/payment.fold.js';
export { directionOf, isAtBank } from './payment/payment.legs.js';
export type { Leg, Payment, PaymentEvent, PaymentSide, PaymentTerms } from './payment/payment.model.js';
export { type Entry, planOf } from './payment/payment.plan.js';
export type { Transfer } from './transfer/transfer.entity.js';
export { foldTransfers } from './transfer/transfer.fold.js';
export { factOf } from './transfer/transfer-facts.js';
