import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { at, money, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Go } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { type Column, Table, To } from '../parts/table.js';
import { Amount, Time } from '../parts/text.js';

const columns: readonly Column[] = [
  { name: 'Posted', of: (entry) => <Time at={text(entry, 'at')} /> },
  { name: 'Amount', of: (entry) => <Amount of={money(entry, 'amount')} />, isNumber: true },
  { name: 'Total', of: (entry) => <Amount of={money(entry, 'balance')} />, isNumber: true },
  { name: 'Transfer', of: (entry) => <To href={text(entry, 'transfer.href')} /> },
];

/** Lists the entries of a balance in this month, newest first, each with the balance's total after it. */
export function Entries({ statement }: { readonly statement: string }): ReactElement {
  const from = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  const { data, error } = useResource(`${pageOf(statement)}?from=${from}`);
  const postings = at(data, 'postings');
  const entries = Array.isArray(postings)
    ? postings.map((one: object): Resource => ({ _links: {}, id: text(one, 'revision'), ...one })).reverse()
    : [];
  return (
    <Region name="This month" action={<Go to="/statement">All months</Go>}>
      <Refusal error={error} />
      {data && (
        <>
          <p className="quiet">
            Opened with <Amount of={money(data, 'opening.balance')} />
          </p>
          <Table name="Entries" columns={columns} items={entries} empty={<p>Nothing was posted in this month.</p>} />
        </>
      )}
    </Region>
  );
}
