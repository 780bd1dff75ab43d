import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, type ReactNode, useState } from 'react';
import { curlOf } from '../../api/curl.js';
import { neighbours } from '../../api/neighbours.js';
import { itemsOf, linksOf, pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Actions } from '../../generic/actions.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Go } from '../../parts/go.js';
import { Region } from '../../parts/page.js';
import { useSession } from '../../session/session.js';

const PUT_AWAY = 'console.started';

/**
 * Leads to the first transfer of a customer. It stays until that transfer is processed, or until the person puts it
 * away.
 */
export function GetStarted(): ReactElement | null {
  const { account } = useSession();
  const [isAway, setAway] = useState(() => localStorage.getItem(PUT_AWAY) === account.id);
  const { data: customers } = useResource(isAway ? undefined : linkTo('/customers', { query: { limit: 1 } }));
  if (!customers || isAway) return null;
  const putAway = (): void => {
    localStorage.setItem(PUT_AWAY, account.id);
    setAway(true);
  };
  const [customer] = itemsOf(customers);
  return customer ? <StepsWith customerId={customer.id} putAway={putAway} /> : <Steps putAway={putAway} />;
}

interface GuideProps {
  readonly putAway: () => void;
}

/** The steps for an account that has a customer, until all of them are done. */
function StepsWith({ customerId, putAway }: GuideProps & { readonly customerId: string }): ReactElement | null {
  const transfers = useResource(linkTo('/transfers', { query: { limit: RECENT } }));
  if (!transfers.data) return null;
  const ofCustomers = itemsOf(transfers.data).filter(isOfCustomer);
  if (ofCustomers.some(({ status }) => status === 'processed')) return null;
  return <Steps {...{ customerId, putAway }} hasTransfer={ofCustomers.length > 0} />;
}

/** The newest transfers are enough to see whether the account has begun to send. */
const RECENT = 25;

const isOfCustomer = (transfer: Api.Transfer): boolean =>
  Object.values(linksOf(transfer)).some((link) => link !== undefined && pageOf(link).startsWith('/customers/'));

interface StepsProps extends GuideProps {
  readonly customerId?: string;
  readonly hasTransfer?: boolean;
}

function Steps({ customerId, hasTransfer = false, putAway }: StepsProps): ReactElement {
  const sources =
    customerId === undefined ? undefined : linkTo('/customers/{id}/funding-sources', { path: { id: customerId } });
  const banks = useResource(sources);
  const subscriptions = useResource(linkTo('/webhook-subscriptions'));
  const { account, environment } = useSession();
  const own = useResource(linkTo('/accounts/{id}/funding-sources', { path: { id: account.id } }));
  const [balance, bank] = [idOfType(own.data, 'balance'), idOfType(banks.data, 'bank')];
  const source = { href: 'FUNDING_SOURCE' };
  return (
    <Region
      name="Get started"
      action={
        <button type="button" className="plain" onClick={putAway}>
          Put away
        </button>
      }
    >
      <ol className="steps">
        <Step isDone={customerId !== undefined} curl={['/customers', exampleCustomer]}>
          <Go to="/customers/new">Create a customer</Go>
        </Step>
        <Step isDone={bank !== ''} curl={[sources?.href, exampleBank]}>
          {banks.data ? (
            <Actions resource={banks.data} subject="" labels={{ default: 'Link a bank' }} />
          ) : (
            'Link a bank of the customer, by its numbers'
          )}
        </Step>
        <Step
          isDone={itemsOf(subscriptions.data).length > 0}
          curl={['/webhook-subscriptions', { url: 'https://example.com/webhooks', secret: 'at least 16 characters' }]}
        >
          <Go to="/webhook-subscriptions">Create a subscription</Go>, or have the events forwarded to a program on your
          machine, signed like webhooks:
          <Listen />
        </Step>
        <Step
          isDone={hasTransfer}
          curl={[
            '/transfers',
            { _links: { source, destination: source }, amount: { currency: 'USD', value: '25.00' } },
          ]}
        >
          <Go to={bank === '' ? '/transfers/new' : `/transfers/new?source=${balance}&destination=${bank}`}>
            Create a transfer
          </Go>
          {customerId !== undefined && ' from the balance of the account to the bank of the customer'}
        </Step>
        {environment === 'sandbox' && (
          <Step isDone={false} curl={['/sandbox-simulations', undefined]}>
            Press <b>Process bank transfers</b>: in the sandbox banks act when you say so
          </Step>
        )}
      </ol>
    </Region>
  );
}

const idOfType = (sources: Api.FundingSourceList | undefined, wanted: Api.FundingSource['type']): string =>
  itemsOf(sources).find(({ type }) => type === wanted)?.id ?? '';

const exampleCustomer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
const exampleBank = {
  routingNumber: '222222226',
  accountNumber: '123456789',
  bankAccountType: 'checking',
  name: 'Checking',
};

interface StepProps {
  readonly isDone: boolean;
  /** The path and the body of the step's request. The path is undefined until it is known. */
  readonly curl: readonly [path: string | undefined, body: unknown];
  readonly children: ReactNode;
}

function Step({ isDone, curl: [path, body], children }: StepProps): ReactElement {
  return (
    <li>
      <div className="actions">
        {isDone && <span className="status good">done</span>} <div>{children}</div>
      </div>
      {path !== undefined && !isDone && (
        <details>
          <summary>The same with curl</summary>
          <pre tabIndex={0}>{curlOf(path, { method: 'POST', key: `first${path.replaceAll('/', '-')}`, body })}</pre>
        </details>
      )}
    </li>
  );
}

/** A suite on this machine has a certificate from its own authority. */
const authority = new URL(neighbours.api).hostname === 'localhost' ? ' --ca .data/tls/ca.pem' : '';

/** Commands for the command line, with this account's name and the address of this suite. */
function Listen(): ReactElement {
  const { account } = useSession();
  const profile = account.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64);
  const named = `--profile ${profile || 'halyard'}`;
  const lines = [
    `npx --no halyard login --url ${neighbours.api}${authority} ${named}`,
    `npx --no halyard listen ${named} --forward-to http://localhost:3000/webhooks`,
  ].join('\n');
  return (
    <>
      <pre tabIndex={0}>{lines}</pre>
      <CopyButton label="Copy commands" what="Commands" value={lines} />
    </>
  );
}
