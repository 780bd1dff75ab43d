import type { Api } from '@halyard/client';
import { columnsOf } from './columns.js';

/** Columns for tables of banks and balances. Several may have the same name, so the last four digits stand beside it. */
export const sourceColumns = columnsOf<Api.FundingSource>({
  Name: '@self',
  Number: {
    of: ({ lastFour }) => (lastFour === undefined ? '–' : <span className="amount">••{lastFour}</span>),
    has: ({ lastFour }) => lastFour !== undefined,
  },
  Type: 'type',
  Status: 'status',
  Bank: 'bankName',
});
