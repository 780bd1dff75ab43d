import { ExportPaymentsHandler } from './export-payments.query.js';
import { ListPaymentsHandler } from './list-payments.query.js';
import { SelectedPayments } from './selected-payments.js';

export const paymentListProviders = [ListPaymentsHandler, ExportPaymentsHandler, SelectedPayments];
