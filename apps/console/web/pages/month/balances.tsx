import { useQueries } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { read, type Resource } from '../../api/client.js';
import { idOf, itemsOf, linkOf, money, pageOf } from '../../api/resource.js';
import { saveCsv } from '../../api/save-csv.js';
import { useResource } from '../../api/use-resource.js';
import { BASE, Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Amount } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { PartyLink } from '../../columns/party-name.js';
import { type Month, periodOf } from './months.js';

const PAGE = 25;

interface BalancesProps {
  readonly month: Month;
  /** The place of the first shown balance in the list of balances. */
  readonly offset: number;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one work after the other: a client may read few statements at a time. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Shows how much was in each balance when the month began and ended. */
export function Balances({ month, offset }: BalancesProps): ReactElement {
  const list = useResource(`/funding-sources?type=balance&limit=${PAGE}&offset=${offset}`);
  const balances = itemsOf(list.data);
  const [error, setError] = useState<unknown>();
  const statementOf = (balance: Resource): string =>
    `${pageOf(linkOf(balance, 'self') ?? '')}/statement?${periodOf(month)}`;
  const statements = useQueries({
    queries: balances.map((balance) => ({
      queryKey: ['api', statementOf(balance)],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => inTurn(() => read(statementOf(balance), signal)),
    })),
  });
  const rows: Resource[] = balances.map((balance, index) => ({
    ...balance,
    statement: statements[index]?.data,
    isLoading: statements[index]?.isPending,
  }));
  const failure = list.error ?? statements.find((statement) => statement.error)?.error ?? error;
  const save = (balance: Resource): Promise<void> =>
    saveCsv(statementOf(balance), `${month.name}-${idOf(linkOf(balance, 'self') ?? '')}.csv`).catch(setError);
  const csv: Column = {
    name: 'Statement',
    of: (balance) => (
      <a
        href={`${BASE}/api${statementOf(balance)}`}
        onClick={(event) => {
          event.preventDefault();
          void save(balance);
        }}
      >
        CSV
      </a>
    ),
  };
  const address = (to: number): string => `/statement?month=${month.name}${to > 0 ? `&offset=${to}` : ''}`;
  return (
    <>
      <Refusal error={failure} />
      <Table name="Balances" columns={[...columns, csv]} items={rows} empty={<p>No balance yet.</p>} />
      <p className="paging">
        {offset > 0 && (
          <Go to={address(Math.max(0, offset - PAGE))} rel="prev">
            Previous page
          </Go>
        )}
        {linkOf(list.data, 'next') !== undefined && (
          <Go to={address(offset + PAGE)} rel="next">
            Next page
          </Go>
        )}
      </p>
      <Region name="Balances below zero">
        <Table
          name="Below zero"
          columns={columns}
          items={rows.filter((row) => money(row, 'statement.closing.balance')?.value.startsWith('-'))}
          empty={<p>None of the balances above was below zero at the end.</p>}
        />
      </Region>
    </>
  );
}

/** All balances have the same name, so people know them by their owners. */
function OwnerLink({ of }: { readonly of: Resource }): ReactElement {
  const { account } = useSession();
  const owner = linkOf(of, 'customer') ?? `/accounts/${account.id}`;
  return <PartyLink of={{ href: owner }} to={linkOf(of, 'self') ?? owner} />;
}

/** A sum of a statement that may still be loading. */
const Sum = ({ of, at }: { readonly of: Resource; readonly at: 'opening' | 'closing' }): ReactElement =>
  of['isLoading'] === true ? (
    <span className="quiet" aria-busy="true">
      Loading…
    </span>
  ) : (
    <Amount of={money(of, `statement.${at}.balance`)} />
  );

const columns: readonly Column[] = [
  { name: 'Balance', of: (balance) => <OwnerLink of={balance} /> },
  { name: 'Opening', of: (row) => <Sum of={row} at="opening" />, isNumber: true },
  { name: 'Closing', of: (row) => <Sum of={row} at="closing" />, isNumber: true },
];
