import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useId, useState } from 'react';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { Go, useGo } from '../../parts/go.js';
import { Icon } from '../../parts/icon.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page, Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Amount, wordsOf } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { Balances } from './balances.js';
import { type Month, monthAfter, monthOf, monthText, monthTyped } from './months.js';
import { Returned } from './returned.js';

const HEADING = 'Month';

export const monthPage: PageRow = {
  path: '/statement',
  heading: HEADING,
  place: 'palette',
  help: 'how-to/read-a-statement/',
  Show: AskedMonth,
};

/** Shows what an account did in a month, and where its money was at the beginning and at the end. */
function AskedMonth(): ReactElement {
  const { account } = useSession();
  const { searchStr } = usePageLocation();
  const asked = new URLSearchParams(searchStr);
  const path = { id: account.id };
  const now = useResource(linkTo('/accounts/{id}/statistics', { path }));
  const month = now.data && monthOf(asked.get('month'), now.data.now);
  const sums = useResource(
    month && linkTo('/accounts/{id}/statistics', { path, query: { from: month.firstDay, to: month.lastDay } }),
  );
  const offset = Number(asked.get('offset') ?? 0) || 0;
  return (
    <Loaded reads={{ now, sums }}>
      {(read) => month && <MonthOf month={month} sums={read.sums.totals} offset={offset} />}
    </Loaded>
  );
}

type Sum = Api.Statistics['totals'][number];

interface MonthProps {
  readonly month: Month;
  readonly sums: readonly Sum[];
  readonly offset: number;
}

const MonthOf = ({ month, sums, offset }: MonthProps): ReactElement => (
  <Page heading={HEADING}>
    <ChooseMonth key={month.name} month={month} />
    <p className="quiet">
      {`${month.firstDay} to ${month.lastDay}, UTC. Payments count on the day on which they were made.`}
    </p>
    <Balances month={month} offset={offset} />
    <Region name="Payments">
      <Table
        name="Sums"
        columns={columns}
        items={sums.filter(({ flow }) => flow !== 'fee')}
        empty="No payment was made."
      />
    </Region>
    <Region name="Fees earned">
      <Table
        name="Fees"
        columns={columns}
        items={sums.filter(({ flow }) => flow === 'fee')}
        empty="No fee was charged."
      />
    </Region>
    <Returned month={month} />
  </Page>
);

const addressOf = (month: string): string => `/statement?month=${month}`;

/** A field for the month, between links to the month before and the one after. */
function ChooseMonth({ month }: { readonly month: Month }): ReactElement {
  const go = useGo();
  const [isUnknown, setUnknown] = useState(false);
  const id = useId();
  const show = (typed: string): void => {
    const name = monthTyped(typed);
    setUnknown(name === undefined);
    if (name !== undefined) go(addressOf(name));
  };
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('month');
        if (typeof given === 'string') show(given.trim());
      }}
    >
      <Step to={month.name} by={-1} />
      <input
        type="text"
        name="month"
        aria-label="Month"
        defaultValue={monthText(month.name)}
        {...(isUnknown && { 'aria-invalid': true, 'aria-describedby': id })}
      />
      {month.to !== undefined && <Step to={month.name} by={1} />}
      <button type="submit">Show</button>
      {isUnknown && (
        <p id={id} className="fault">
          That is no month. Type one as November 2026 or 2026-11.
        </p>
      )}
    </form>
  );
}

/** Leads to another month. */
function Step({ to, by }: { readonly to: string; readonly by: 1 | -1 }): ReactElement {
  const name = monthAfter(to, by);
  return (
    <Go className="button second" to={addressOf(name)}>
      {by < 0 && <Icon name="left" />}
      <span>{monthText(name)}</span>
      {by > 0 && <Icon name="right" />}
    </Go>
  );
}

const columns = columnsOf<Sum>({
  Amount: { isNumber: true, of: ({ amount }) => <Amount of={amount} /> },
  Flow: ({ flow }) => wordsOf(flow),
  Status: 'status',
  Count: { isNumber: true, of: ({ count }) => count },
});
