import { CreateFacts, CreateFactsBeside } from '@halyard/facts';
import type { ServiceDefinition } from '@halyard/service';
import { FindUnfinishedPayments1796256000141 } from './find-unfinished-payments.migration.js';
import { CreateTransfers1795262400000 } from './create-transfers.migration.js';
import { MarkReadStreams1795651200200 } from './mark-read-streams.migration.js';
import { NumberAccountTransfers1795737600300 } from './number-account-transfers.migration.js';
import { ShapeReadModels1796515200147 } from './shape-read-models.migration.js';
import { StopReadModels1795737600400 } from './stop-read-models.migration.js';
import { CompareCorrelationIds1795737600401 } from './compare-correlation-ids.migration.js';
import { AttributeLedger1795910400100 } from './attribute-ledger.migration.js';
import { FindBankTransfers1795824000111 } from './find-bank-transfers.migration.js';
import { CountPayments1795996800116 } from './count-payments.migration.js';
import { FindPaymentsByTrace1796083200115 } from './find-payments-by-trace.migration.js';
import { ListPayments1796169600133 } from './list-payments.migration.js';
import { CreateBankBehaviors1796342400156 } from './create-bank-behaviors.migration.js';
import { CreateClocks1796256000140 } from './create-clocks.migration.js';
import { CreateBankFiles1796342400157 } from './create-bank-files.migration.js';
import { RebuildBeside1796428800140 } from './rebuild-beside.migration.js';
import { RememberCorrections1796342400155 } from './remember-corrections.migration.js';
import { RememberSubmissions1796256000138 } from './remember-submissions.migration.js';

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
  ListPayments1796169600133,
  CreateClocks1796256000140,
  RememberSubmissions1796256000138,
  FindUnfinishedPayments1796256000141,
  RememberCorrections1796342400155,
  CreateBankBehaviors1796342400156,
  CreateBankFiles1796342400157,
  CreateFactsBeside,
  RebuildBeside1796428800140,
  ShapeReadModels1796515200147,
];
