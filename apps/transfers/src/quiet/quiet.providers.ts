import { WorkUnderWay } from '@halyard/messaging';
import { PaymentsUnderWay } from './payments-under-way.rows.js';
import { Quiet } from './quiet.js';
import { GetQuietHandler } from './quiet.query.js';

export const quietProviders = [GetQuietHandler, Quiet, { provide: WorkUnderWay, useClass: PaymentsUnderWay }];
