import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { idOf, itemsOf, templatesOf } from '../api/resource.js';
import { useRefresh, useResource } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { PartyLink } from '../columns/party-name.js';
import { sourceColumns } from '../columns/source-columns.js';
import { Actions } from '../generic/actions.js';
import { TransfersOf, whileEmpty } from '../generic/inner-lists.js';
import { listPage } from '../generic/list-page.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Figures } from '../parts/figures.js';
import { Go } from '../parts/go.js';
import { Id } from '../parts/id.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { Amount, Status, Time, wordsOf } from '../parts/text.js';
import { useSession } from '../session/session.js';
import { Entries } from './entries.js';

export const fundingSourcesPage = listPage('/funding-sources', {
  heading: 'Funding sources',
  place: 'navigation',
  icon: 'bank',
  help: 'concepts/banks/',
  columns: [
    ...sourceColumns.slice(0, 1),
    ...columnsOf<Api.FundingSource>({ Owner: (source) => <OwnerLink of={source} /> }),
    ...sourceColumns.slice(1),
    ...columnsOf<Api.FundingSource>({ Created: 'created' }),
  ],
  choices: [
    { name: 'type', label: 'Type', values: ['bank', 'balance'] },
    { name: 'status', label: 'Status', values: ['unverified', 'verified'] },
    { name: 'removed', label: 'Removed', values: ['false'], texts: { '': 'shown', false: 'hidden' } },
  ],
  empty: whileEmpty.fundingSources,
});

export const fundingSourcePage = resourcePage({
  path: '/funding-sources/{id}',
  heading: 'Funding source',
  headingOf: ({ name }) => name,
  Body: FundingSource,
});

/** A bank or balance belongs to a customer, or else to the account. */
function OwnerLink({ of: { _links } }: { readonly of: Api.FundingSource }): ReactElement {
  const { account } = useSession();
  return <PartyLink of={_links.customer ?? { href: `/accounts/${account.id}` }} />;
}

/** The page asks this often whether the bank has answered. */
const INQUIRY_MS = 1_000;
const labels = {
  edit: 'Rename',
  'transfer-from-balance': 'Transfer from balance',
  'transfer-to-balance': 'Transfer to balance',
};
/** The page of a new transfer has these, with comboboxes that find every party. */
const elsewhere = ['transfer-send', 'transfer-receive'];

/** A bank or a balance, with the actions on it, the money in it, and the transfers through it. */
function FundingSource({ of }: BodyProps<Api.FundingSource>): ReactElement {
  const { balance, statement } = of._links;
  const isOwn = of.type === 'balance';
  return (
    <>
      <p className="lead">
        {!isOwn && <Status of={of.removed ? 'removed' : of.status} />}
        <span>
          {isOwn ? 'Balance of ' : 'Bank of '}
          <OwnerLink of={of} />
        </span>
      </p>
      <div className="actions">
        <MoveMoney of={of} />
        <Actions
          resource={of}
          subject={of.name}
          without={elsewhere}
          labels={labels}
          notes={{ remove: <Cancelled source={of.id} name={of.name} />, 'initiate-micro-deposits': microDeposits }}
        />
      </div>
      {balance && <Balance source={of.id} isOwn={isOwn} />}
      <FactList
        facts={{
          'Account number': of.lastFour === undefined ? undefined : `••${of.lastFour}`,
          Bank: of.bankName,
          'Kind of account': of.bankAccountType && wordsOf(of.bankAccountType),
          Channels: channelsOf(of),
          'Account holder': of.iavAccountHolders?.selected,
          'Other holders': of.iavAccountHolders?.other.join(', '),
          Created: <Time at={of.created} />,
          Id: <Id of={of.id} />,
          Fingerprint: of.fingerprint && <Id of={of.fingerprint} />,
        }}
      />
      <TransfersOf of={linkTo('/transfers', { query: { fundingSourceId: of.id } })} without={['default']} />
      {statement && <Entries source={of.id} />}
    </>
  );
}

const channelsOf = ({ channels = [] }: Api.FundingSource): string =>
  channels.map((channel) => (channel === 'ach' ? 'ACH' : wordsOf(channel))).join(', ');

const microDeposits = (
  <p>
    Two amounts below 0.10 USD are sent to the bank. Whoever tells both amounts has shown that the account is theirs.
  </p>
);

/** Leads to the form of a transfer, in which people find the other party by its name. */
function MoveMoney({ of }: { readonly of: Api.FundingSource }): ReactElement {
  const { 'transfer-send': send, 'transfer-receive': receive } = templatesOf(of);
  return (
    <>
      {send && (
        <Go className="button second" to={`/transfers/new?source=${of.id}`}>
          Send money
        </Go>
      )}
      {receive && (
        <Go className="button second" to={`/transfers/new?destination=${of.id}`}>
          Receive money
        </Go>
      )}
    </>
  );
}

interface CancelledProps {
  readonly source: string;
  readonly name: string;
}

/** Lists the pending transfers to a bank, which its removal would cancel. */
function Cancelled({ source, name }: CancelledProps): ReactElement {
  const { data, error } = useResource(
    linkTo('/transfers', { query: { fundingSourceId: source, status: 'pending', limit: 200 } }),
  );
  const toIt = itemsOf(data).filter(({ _links }) => idOf(_links['destination-funding-source']) === source);
  return (
    <>
      <p>{`No transfer can use ${name} any more.`}</p>
      <Refusal error={error} />
      {data && <p>{cancelledText(toIt.length)}</p>}
    </>
  );
}

const cancelledText = (count: number): string =>
  `${
    count === 0
      ? 'Nothing is on its way to this bank that would be cancelled.'
      : `What is on its way to this bank is cancelled: ${String(count)} ${count === 1 ? 'transfer' : 'transfers'}.`
  } What was sent from it goes on.`;

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
      {!isAsked && <p className="quiet">Only the bank knows what is in it. It is asked when somebody wants to know.</p>}
      {data && !('status' in data) && (
        <Figures
          of={[
            ['Available', <Amount key="0" of={data.balance} />],
            ['Total', <Amount key="0" of={data.total} />, <Since key="1" at={data.lastUpdated} />],
          ]}
        />
      )}
    </Region>
  );
}

const Since = ({ at }: { readonly at: string }): ReactElement => (
  <>
    since <Time at={at} />
  </>
);
