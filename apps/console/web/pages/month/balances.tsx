import { type Api, linkTo } from '@halyard/client';
import { useQueries } from '@tanstack/react-query';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { addressOf, read } from '../../api/client.js';
import { itemsOf } from '../../api/resource.js';
import { saveCsv } from '../../api/save.js';
import { type ReadState, useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { PartyLink } from '../../columns/party-name.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { Table } from '../../parts/table.js';
import { Amount } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { type Month, periodOf } from './months.js';

const PAGE = 25;

interface BalancesProps {
  readonly month: Month;
  /** The place of the first shown balance in the list of balances. */
  readonly offset: number;
}

interface Row extends Api.FundingSource {
  readonly statement: ReadState<Api.Statement> | undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one work after the other, since a client may read only a few statements at a time. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Shows how much was in each balance when the month began and ended. */
export function Balances({ month, offset }: BalancesProps): ReactElement {
  const list = useResource(linkTo('/funding-sources', { query: { type: 'balance', limit: PAGE, offset } }));
  const balances = itemsOf(list.data);
  const [error, setError] = useState<unknown>();
  const statementOf = ({ id }: Api.FundingSource) =>
    linkTo('/funding-sources/{id}/statement', { path: { id }, query: periodOf(month) });
  const statements = useQueries({
    queries: balances.map(statementOf).map((statement) => ({
      queryKey: ['api', statement.href],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => inTurn(() => read(statement, signal)),
    })),
  });
  const rows = balances.map((balance, place): Row => ({ ...balance, statement: statements[place] }));
  const failure = list.error ?? statements.find((statement) => statement.error)?.error ?? error;
  const save = (event: MouseEvent, balance: Row): void => {
    event.preventDefault();
    saveCsv(statementOf(balance).href, `${month.name}-${balance.id}.csv`).catch(setError);
  };
  const csv = columnsOf<Row>({
    Statement: (balance) => (
      <a href={addressOf(statementOf(balance).href)} onClick={(event) => save(event, balance)}>
        CSV
      </a>
    ),
  });
  return (
    <>
      <Region name="Balances">
        <Refusal error={failure} />
        {list.data ? (
          <Table name="Balances" columns={[...columns, ...csv]} items={rows} empty="No balance yet." />
        ) : (
          <Loading />
        )}
        <Paging list={list.data} pageOf={({ href }) => addressOfPage(month, href)} />
      </Region>
      <Region name="Balances below zero">
        <Table
          name="Below zero"
          columns={columns}
          items={rows.filter(({ statement }) => statement?.data?.closing.balance.value.startsWith('-'))}
          empty="None of the balances above was below zero at the end."
        />
      </Region>
    </>
  );
}

/** The address of the month with the balances of another page of their list. */
function addressOfPage({ name }: Month, href: string): string {
  const offset = Number(new URL(href, location.origin).searchParams.get('offset'));
  return `/statement?month=${name}${offset > 0 ? `&offset=${offset}` : ''}`;
}

/** All balances have the same name, so people know them by their owners. */
function OwnerLink({ of: { _links: links } }: { readonly of: Row }): ReactElement {
  const { account } = useSession();
  return <PartyLink of={links.customer ?? { href: `/accounts/${account.id}` }} to={links.self.href} />;
}

const Loading = (): ReactElement => (
  <span className="quiet" aria-busy="true">
    Loading…
  </span>
);

/** A sum of a statement that may still be loading. */
const sum = (at: 'opening' | 'closing') =>
  function Sum({ statement }: Row): ReactElement {
    return statement?.isPending ? <Loading /> : <Amount of={statement?.data?.[at].balance} />;
  };

const columns = columnsOf<Row>({
  Balance: (balance) => <OwnerLink of={balance} />,
  Opening: { isNumber: true, of: sum('opening') },
  Closing: { isNumber: true, of: sum('closing') },
});
