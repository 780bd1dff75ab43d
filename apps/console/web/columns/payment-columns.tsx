import type { Api } from '@halyard/client';
import { Amount, Time } from '../parts/text.js';
import { amountColumn } from './amount-column.js';
import { columnsOf } from './columns.js';
import { PartyLink } from './party-name.js';

/** Columns of a payment. The amount leads to its page. */
export const paymentColumns = columnsOf<Api.Payment>({
  Amount: amountColumn,
  Status: 'status',
  From: ({ parties }) => <PartyLink of={parties.source} />,
  To: ({ parties }) => <PartyLink of={parties.destination} />,
  Fee: { isNumber: true, of: ({ fees }) => fees && <Amount of={fees} />, has: ({ fees }) => fees !== undefined },
  'Correlation id': 'correlationId',
  Created: ({ created }) => <Time at={created} isBrief />,
});
