import type { Api } from '@halyard/client';
import { endOf } from '../api/parties.js';
import { amountColumn } from './amount-column.js';
import { columnsOf } from './columns.js';
import { PartyLink } from './party-name.js';

const party = (end: 'source' | 'destination') =>
  function Party(transfer: Api.Transfer) {
    const of = endOf(transfer, end);
    return of ? <PartyLink of={of} /> : '–';
  };

/** Columns for tables of transfers on pages about something else. */
export const briefTransferColumns = columnsOf<Api.Transfer>({
  Amount: amountColumn,
  Status: 'status',
  From: party('source'),
  To: party('destination'),
  Created: 'created',
});

export const transferColumns = [
  ...briefTransferColumns,
  ...columnsOf<Api.Transfer>({ 'Correlation ID': 'correlationId' }),
];
