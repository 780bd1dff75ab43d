import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useAccountNow } from '../api/account-clock.js';
import { columnsOf } from '../columns/columns.js';
import { Go } from '../parts/go.js';
import { Section } from '../parts/section.js';
import { Table, To } from '../parts/table.js';
import { Amount } from '../parts/text.js';

type Entry = Api.Statement['postings'][number];

const columns = columnsOf<Entry>({
  Amount: {
    isNumber: true,
    of: ({ amount, transfer }) => (
      <To href={transfer}>
        <Amount of={amount} />
      </To>
    ),
  },
  Total: { isNumber: true, of: ({ balance }) => <Amount of={balance} /> },
  Posted: 'at',
});

interface EntriesProps {
  /** The id of the balance. */
  readonly source: string;
}

/** Lists the entries of a balance in this month, newest first, each with the balance's total after it. */
export function Entries({ source }: EntriesProps): ReactElement | null {
  const now = useAccountNow();
  if (!now) return null;
  const from = `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`;
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
