import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { client, type Resource } from '../../api/client.js';
import { money, text } from '../../api/resource.js';
import { Refusal } from '../../parts/messages.js';
import { Go } from '../../parts/go.js';
import { Region } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Amount, Time } from '../../parts/text.js';
import type { Month } from './months.js';

const columns: readonly Column[] = [
  { name: 'Sent', of: (row) => <Go to={`/transfers/${text(row, 'id')}`}>{<Time at={text(row, 'created')} />}</Go> },
  { name: 'Ended', of: (row) => <Time at={text(row, 'ended')} /> },
  { name: 'Code', of: (row) => text(row, 'code') || '–' },
  { name: 'Amount', of: (row) => <Amount of={money(row, 'amount')} />, isNumber: true },
];

/** Lists transfers that were sent before the month and came back in it. */
export function Returned({ month }: { readonly month: Month }): ReactElement {
  const { firstDay, lastDay } = month.sentBefore;
  const { data, error } = useQuery({
    queryKey: ['api', 'returned', month.name],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ status: 'failed', startDate: firstDay, endDate: lastDay });
      const path = `/transfers?${query.toString()}`;
      const { text: csv } = await client.request('GET', path, { accept: 'text/csv', signal });
      return rowsOf(csv).filter((row) => isWithin(text(row, 'ended'), month));
    },
  });
  return (
    <Region name="Earlier payments returned">
      <Refusal error={error} />
      {data && (
        <Table
          name="Returned"
          columns={columns}
          items={data}
          empty={<p>Nothing that was sent before this month came back in it.</p>}
        />
      )}
    </Region>
  );
}

const isWithin = (ended: string, { from, to }: Month): boolean =>
  ended !== '' && Date.parse(ended) >= Date.parse(from) && (to === undefined || Date.parse(ended) < Date.parse(to));

/** Reads the first columns of the export, which are never quoted. */
function rowsOf(csv: string): readonly Resource[] {
  const [, ...lines] = csv.split('\r\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', , created = '', ended = '', , code = '', value = '', currency = ''] = line.split(',');
      return { _links: {}, id, created, ended, code, amount: { value, currency } };
    });
}
