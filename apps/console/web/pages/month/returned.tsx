import { linkTo, type Money } from '@halyard/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { client } from '../../api/client.js';
import { columnsOf } from '../../columns/columns.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Amount } from '../../parts/text.js';
import type { Month } from './months.js';

interface ReturnedTransfer {
  readonly id: string;
  readonly created: string;
  readonly ended: string;
  readonly code: string;
  readonly amount: Money;
}

const columns = columnsOf<ReturnedTransfer>({
  Amount: {
    isNumber: true,
    of: ({ id, amount }) => (
      <Go to={`/transfers/${id}`}>
        <Amount of={amount} />
      </Go>
    ),
  },
  Code: ({ code }) => code || '–',
  Sent: 'created',
  Ended: 'ended',
});

/** Lists transfers that were sent before the month and came back in it. */
export function Returned({ month }: { readonly month: Month }): ReactElement {
  const { firstDay: startDate, lastDay: endDate } = month.sentBefore;
  const { data, error } = useQuery({
    queryKey: ['api', 'returned', month.name],
    queryFn: async ({ signal }) => {
      const { href } = linkTo('/transfers', { query: { status: 'failed', startDate, endDate } });
      const { text: csv } = await client.request('GET', href, { accept: 'text/csv', signal });
      return transfersIn(csv).filter(({ ended }) => isWithin(ended, month));
    },
  });
  return (
    <Region name="Earlier payments returned">
      <Refusal error={error} />
      {!data && !error && (
        <p className="quiet" aria-busy="true">
          Loading…
        </p>
      )}
      {data && (
        <Table
          name="Returned"
          columns={columns}
          items={data}
          empty="Nothing that was sent before this month came back in it."
        />
      )}
    </Region>
  );
}

const isWithin = (ended: string, { from, to }: Month): boolean =>
  ended !== '' && Date.parse(ended) >= Date.parse(from) && (to === undefined || Date.parse(ended) < Date.parse(to));

/** Reads the first columns of the export, which are never quoted. */
function transfersIn(csv: string): readonly ReturnedTransfer[] {
  const [, ...lines] = csv.split('\r\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', , created = '', ended = '', , code = '', value = '', currency = ''] = line.split(',');
      return { id, created, ended, code, amount: { value, currency } };
    });
}
