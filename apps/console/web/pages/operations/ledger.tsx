import type { ReactElement } from 'react';
import { idOf, itemsOf, linkOf, money, pageOf, text } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Waiting } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { type Column, Table, To } from '../../parts/table.js';
import { Amount, Status } from '../../parts/text.js';
import { forOperators } from './for-operators.js';

const PATH = '/operations/ledger';
const EVERY_MS = 5_000;

const amount = (name: string, of: string): Column => ({
  name,
  of: (item) => <Amount of={money(item, of)} />,
  isNumber: true,
});

const columns: readonly Column[] = [
  { name: 'Account', of: (item) => <To href={linkOf(item, 'standing')}>{text(item, 'name')}</To> },
  { name: 'Status', of: (item) => <Status of={text(item, 'sums')} /> },
  amount('In balances', 'postedBalances'),
  amount('In transit', 'inTransit'),
  amount('Came from banks', 'fromBanks'),
  amount('Went to banks', 'toBanks'),
];

/** Shows whether the money adds up, in the whole ledger and in each account. */
export const Ledger = forOperators(() => {
  const { searchStr } = usePageLocation();
  const { data, error } = useResource(`/operations/accounts${searchStr}`);
  const accounts = itemsOf(data);
  const sums = useResources(
    accounts.map((account) => `/operations/accounts/${idOf(linkOf(account, 'self') ?? '')}/conservation`),
    { everyMs: EVERY_MS },
  );
  if (error) return <Failed error={error} heading="Ledger" />;
  if (!data) return <Waiting heading="Ledger" />;
  const items = accounts.map((account, place) => {
    const of = sums[place]?.data;
    const isBalanced = text(of, 'balanced');
    return {
      ...of,
      _links: { standing: { href: linkOf(account, 'self') ?? '' } },
      name: text(account, 'name'),
      sums: isBalanced === '' ? '' : isBalanced === 'true' ? 'balanced' : 'unbalanced',
    };
  });
  return (
    <Page heading="Ledger" crumbs={<Go to="/operations">Operations</Go>}>
      <TrialBalance />
      <Refusal error={sums.find((one) => one.error)?.error} />
      <Table name="Ledger" columns={columns} items={items} empty={<p>No account yet.</p>} />
      <Paging list={data} pageOf={(href) => pageOf(href).replace('/operations/accounts', PATH)} />
    </Page>
  );
});

const names: readonly (readonly [string, string])[] = [
  ['postedBalances', 'Posted balances'],
  ['paymentsInTransit', 'Payments in transit'],
  ['bankClearingIn', 'Bank clearing, in'],
  ['bankClearingOut', 'Bank clearing, out'],
  ['paymentsIn', 'Payments in'],
  ['paymentsOut', 'Payments out'],
];

function TrialBalance(): ReactElement {
  const { data, error } = useResource('/ledger/trial-balance', { everyMs: EVERY_MS });
  return (
    <Region name="Trial balance">
      <Refusal error={error} />
      {data && text(data, 'balanced') === 'true' && <p className="calm">Balanced</p>}
      {data && text(data, 'balanced') !== 'true' && (
        <div role="alert" className="refusal">
          <p>The ledger does not add up. Stop payouts until it is explained.</p>
        </div>
      )}
      {data && (
        <FactList
          facts={[
            ...names.map(([name, label]) => [label, <Amount key={name} of={money(data, name)} />] as const),
            ['Payments that ended unsettled', text(data, 'unsettledPayments')],
          ]}
        />
      )}
    </Region>
  );
}
