import { CreateFacts } from '@halyard/facts';
import type { ServiceDefinition } from '@halyard/service';
import { CreateTransfers1795262400000 } from './create-transfers.migration.js';
import { MarkReadStreams1795651200200 } from './mark-read-streams.migration.js';
import { NumberAccountTransfers1795737600300 } from './number-account-transfers.migration.js';
import { StopReadModels1795737600400 } from './stop-read-models.migration.js';
import { CompareCorrelationIds1795737600401 } from './compare-correlation-ids.migration.js';
import { AttributeLedger1795910400100 } from './attribute-ledger.migration.js';
import { FindBankTransfers1795824000111 } from './find-bank-transfers.migration.js';
import { CountPayments1795996800116 } from './count-payments.migration.js';
import { FindPaymentsByTrace1796083200115 } from './find-payments-by-trace.migration.js';

/** In the order in which they run. */
export const migrations: ServiceDefinition['migrations'] = [
  CreateFacts,
  CreateTransfers1795262400000,
  MarkReadStreams1795651200200,
  NumberAccountTransfers1795737600300,
  StopReadModels1795737600400,
  CompareCorrelationIds1795737600401,
  AttributeLedger1795910400100,
  FindBankTransfers1795824000111,
  CountPayments1795996800116,
  FindPaymentsByTrace1796083200115,
];
