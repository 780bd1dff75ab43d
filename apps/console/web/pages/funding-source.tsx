import { type ReactElement, useState } from 'react';
import { idOf, itemsOf, linkOf, money, nameOf, pageOf, text } from '../api/resource.js';
import { useRefresh, useResource } from '../api/use-resource.js';
import { Actions } from '../generic/actions.js';
import { Facts, InnerList, Links } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../parts/page.js';
import { Amount, Time } from '../parts/text.js';
import { Entries } from './entries.js';

/** The page asks this often whether the bank has answered. */
const INQUIRY_MS = 1_000;
const labels = { edit: 'Rename' };

/** A bank or a balance, with the actions on it, the money in it, and the transfers through it. */
export function FundingSourcePage(): ReactElement {
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname);
  if (error) return <Failed error={error} heading="Funding source" />;
  if (!data) return <Waiting heading="Funding source" />;
  const [id, name] = [idOf(pathname), nameOf(data)];
  const [balance, statement] = [linkOf(data, 'balance'), linkOf(data, 'statement')];
  return (
    <Page
      heading={name}
      crumbs={<Go to="/funding-sources">Funding sources</Go>}
      actions={<Tools id={id} path={pathname} resource={data} />}
    >
      <div className="actions">
        <Actions resource={data} subject={name} labels={labels} notes={{ remove: <Cancelled source={id} /> }} />
      </div>
      <Facts of={data} />
      <Links of={data} />
      {balance !== undefined && <Balance path={pageOf(balance)} isOwn={text(data, 'type') === 'balance'} />}
      <InnerList path={`/transfers?fundingSourceId=${id}`} rel="transfers" />
      {statement !== undefined && <Entries statement={statement} />}
    </Page>
  );
}

/** Lists the pending transfers to a bank, which its removal would cancel. */
function Cancelled({ source }: { readonly source: string }): ReactElement {
  const { data, error } = useResource(`/transfers?fundingSourceId=${source}&status=pending&limit=200`);
  const toIt = itemsOf(data).filter((one) => idOf(linkOf(one, 'destination-funding-source') ?? '') === source);
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
  readonly path: string;
  /** Whether it is a balance. Balances are known here; banks have to be asked. */
  readonly isOwn: boolean;
}

function Balance({ path, isOwn }: BalanceProps): ReactElement {
  const [isAsked, setAsked] = useState(isOwn);
  const [isWaiting, setWaiting] = useState(false);
  const refresh = useRefresh();
  const { data, error } = useResource(isAsked ? path : undefined, isWaiting ? { everyMs: INQUIRY_MS } : {});
  const isProcessing = text(data, 'status') === 'processing';
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
      {data && !isProcessing && (
        <FactList
          facts={[
            ['Available', <Amount key="available" of={money(data, 'balance')} />],
            ['Total', <Amount key="total" of={money(data, 'total')} />],
            ['Changed', <Time key="changed" at={text(data, 'lastUpdated')} />],
          ]}
        />
      )}
    </Region>
  );
}
