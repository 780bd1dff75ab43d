import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { columnsOf } from '../columns/columns.js';
import { Go } from '../parts/go.js';
import { Section } from '../parts/section.js';
import { Table, To } from '../parts/table.js';
import { Amount } from '../parts/text.js';

type Entry = Api.Statement['postings'][number];

const columns = columnsOf<Entry>({
  Posted: 'at',
  Amount: { isNumber: true, of: ({ amount }) => <Amount of={amount} /> },
  Total: { isNumber: true, of: ({ balance }) => <Amount of={balance} /> },
  Transfer: ({ transfer }) => <To href={transfer} />,
});

/** Lists the entries of a balance in this month, newest first, each with the balance's total after it. */
export function Entries({ source }: { readonly source: string }): ReactElement {
  const from = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  return (
    <Section
      name="This month"
      action={<Go to="/statement">All months</Go>}
      of={linkTo('/funding-sources/{id}/statement', { path: { id: source }, query: { from } })}
    >
      {({ opening, postings }) => (
        <>
          <p className="quiet">
            Opened with <Amount of={opening.balance} />
          </p>
          <Table
            name="Entries"
            columns={columns}
            items={postings.toReversed()}
            empty="Nothing was posted in this month."
          />
        </>
      )}
    </Section>
  );
}
