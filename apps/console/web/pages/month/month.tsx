import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { at, money, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go, useGo } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Waiting } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Amount, Status, wordsOf } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { Balances } from './balances.js';
import { type Month, monthOf } from './months.js';
import { Returned } from './returned.js';

const HEADING = 'Month';

/** Shows what an account did in a month, and where its money was at the beginning and at the end. */
export function MonthPage(): ReactElement {
  const { account } = useSession();
  const { searchStr } = usePageLocation();
  const asked = new URLSearchParams(searchStr);
  const path = `/accounts/${account.id}/statistics`;
  const now = useResource(path);
  const month = now.data && monthOf(asked.get('month'), text(now.data, 'now'));
  const sums = useResource(month && `${path}?from=${month.firstDay}&to=${month.lastDay}`);
  const error = now.error ?? sums.error;
  if (error) return <Failed error={error} heading={HEADING} />;
  if (!month || !sums.data) return <Waiting heading={HEADING} />;
  return <MonthOf month={month} sums={sums.data} offset={Number(asked.get('offset') ?? 0) || 0} />;
}

interface MonthProps {
  readonly month: Month;
  readonly sums: Resource;
  readonly offset: number;
}

function MonthOf({ month, sums, offset }: MonthProps): ReactElement {
  const go = useGo();
  const totals = at(sums, 'totals');
  const rows = Array.isArray(totals) ? totals.map((row: object): Resource => ({ _links: {}, ...row })) : [];
  return (
    <Page heading={HEADING} crumbs={<Go to="/">Overview</Go>}>
      <form
        key={month.name}
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get('month');
          if (typeof given === 'string') go(`/statement?month=${encodeURIComponent(given.trim())}`);
        }}
      >
        <label>
          <span>Month</span>
          <input type="text" name="month" aria-label="Month" defaultValue={month.name} placeholder="2026-01" />
        </label>
        <button type="submit">Show</button>
      </form>
      <p className="quiet">
        {month.firstDay} to {month.lastDay}, UTC. Payments count on the day on which they were made.
      </p>
      <h2>Balances</h2>
      <Balances month={month} offset={offset} />
      <Region name="Payments">
        <Table
          name="Sums"
          columns={sumColumns}
          items={rows.filter((row) => row['flow'] !== 'fee')}
          empty={<p>No payment was made.</p>}
        />
      </Region>
      <Region name="Fees earned">
        <Table
          name="Fees"
          columns={sumColumns}
          items={rows.filter((row) => row['flow'] === 'fee')}
          empty={<p>No fee was charged.</p>}
        />
      </Region>
      <Returned month={month} />
    </Page>
  );
}

const sumColumns: readonly Column[] = [
  { name: 'Flow', of: (row) => wordsOf(text(row, 'flow')) },
  { name: 'Status', of: (row) => <Status of={text(row, 'status')} /> },
  { name: 'Count', of: (row) => text(row, 'count'), isNumber: true },
  { name: 'Amount', of: (row) => <Amount of={money(row, 'amount')} />, isNumber: true },
];
