import { planBatch } from '@halyard/messaging';
import { Balances } from '../../src/balance/balances.js';
import { LedgerProjection } from '../../src/ledger/ledger.projection.js';
import { Limits } from '../../src/limit/limits.js';
import { PaymentProcess } from '../../src/payment/payment.process.js';
import { Payments } from '../../src/payment/payments.js';
import { PaymentRecovery } from '../../src/payment/recover-payments/payment-recovery.js';
import { TransferProjection } from '../../src/transfer/transfer.projection.js';

/** The parts under simulation. A mutant replaces one of them. */
export const sound = {
  Balances,
  Limits,
  Payments,
  PaymentProcess,
  PaymentRecovery,
  TransferProjection,
  LedgerProjection,
  planBatch,
  comparesCheckpoints: true,
};
export type Parts = typeof sound;
