import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { idOf, itemsOf } from '../api/resource.js';
import { useRefresh, useResource } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { Actions } from '../generic/actions.js';
import { Facts, Links } from '../generic/facts.js';
import { TransfersOf, whileEmpty } from '../generic/inner-lists.js';
import { listPage } from '../generic/list-page.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { Amount, Time } from '../parts/text.js';
import { Entries } from './entries.js';

export const fundingSourcesPage = listPage('/funding-sources', {
  heading: 'Funding sources',
  place: 'navigation',
  help: 'concepts/banks/',
  columns: columnsOf({
    Name: '@self',
    Customer: '@customer',
    Type: 'type',
    Status: 'status',
    Bank: 'bankName',
    Created: 'created',
  }),
  choices: [
    { name: 'type', label: 'Type', values: ['bank', 'balance'] },
    { name: 'status', label: 'Status', values: ['unverified', 'verified'] },
    { name: 'removed', label: 'Removed', values: ['false'] },
  ],
  empty: whileEmpty.fundingSources,
});

export const fundingSourcePage = resourcePage({
  path: '/funding-sources/{id}',
  heading: 'Funding source',
  headingOf: ({ name }) => name,
  Body: FundingSource,
});

/** The page asks this often whether the bank has answered. */
const INQUIRY_MS = 1_000;
const labels = { edit: 'Rename' };

/** A bank or a balance, with the actions on it, the money in it, and the transfers through it. */
function FundingSource({ of }: BodyProps<Api.FundingSource>): ReactElement {
  const { balance, statement } = of._links;
  return (
    <>
      <div className="actions">
        <Actions resource={of} subject={of.name} labels={labels} notes={{ remove: <Cancelled source={of.id} /> }} />
      </div>
      <Facts of={of} />
      <Links of={of} />
      {balance && <Balance source={of.id} isOwn={of.type === 'balance'} />}
      <TransfersOf of={linkTo('/transfers', { query: { fundingSourceId: of.id } })} />
      {statement && <Entries source={of.id} />}
    </>
  );
}

/** Lists the pending transfers to a bank, which its removal would cancel. */
function Cancelled({ source }: { readonly source: string }): ReactElement {
  const { data, error } = useResource(
    linkTo('/transfers', { query: { fundingSourceId: source, status: 'pending', limit: 200 } }),
  );
  const toIt = itemsOf(data).filter(({ _links }) => idOf(_links['destination-funding-source']) === source);
  return (
    <>
      <Refusal error={error} />
      {data && (
        <p>
          {toIt.length === 0
            ? 'Nothing is on its way to this bank that would be cancelled.'
            : `What is on its way to this bank is cancelled: ${String(toIt.length)} ${toIt.length === 1 ? 'transfer' : 'transfers'}.`}{' '}
          What was sent from it goes on.
        </p>
      )}
    </>
  );
}

interface BalanceProps {
  /** The id of the bank or balance. */
  readonly source: string;
  /** Whether it is a balance. The amount in a balance is known here; a bank has to be asked. */
  readonly isOwn: boolean;
}

function Balance({ source, isOwn }: BalanceProps): ReactElement {
  const [isAsked, setAsked] = useState(isOwn);
  const [isWaiting, setWaiting] = useState(false);
  const refresh = useRefresh();
  const link = linkTo('/funding-sources/{id}/balance', { path: { id: source } });
  const { data, error } = useResource(isAsked ? link : undefined, isWaiting ? { everyMs: INQUIRY_MS } : {});
  const isProcessing = data !== undefined && 'status' in data;
  if (isWaiting !== isProcessing) setWaiting(isProcessing);
  const check = (): void => {
    if (isAsked) void refresh();
    setAsked(true);
  };
  return (
    <Region
      name="Balance"
      action={
        <button type="button" onClick={check}>
          Check balance
        </button>
      }
    >
      <Refusal error={error} />
      {isProcessing && <p aria-busy="true">The bank is asked…</p>}
      {data && !('status' in data) && (
        <FactList
          facts={{
            Available: <Amount of={data.balance} />,
            Total: <Amount of={data.total} />,
            Changed: <Time at={data.lastUpdated} />,
          }}
        />
      )}
    </Region>
  );
}
