import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, pageOf, withQuery } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { FactList } from '../../parts/facts.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { Section } from '../../parts/section.js';
import { Table, To } from '../../parts/table.js';
import { Amount, Status } from '../../parts/text.js';

const PATH = '/operations/ledger';
const following = { everyMs: 5_000 };

export const ledgerPage: PageRow = {
  path: PATH,
  heading: 'Ledger',
  place: 'operations',
  purpose: 'trial balance by account',
  help: 'runbooks/money-does-not-add-up/',
  Show: Ledger,
};

interface AccountSums {
  readonly account: Api.AccountStanding;
  /** Undefined until the sums have come. */
  readonly sums: Api.OperatedConservation | undefined;
}

const amount = (name: 'postedBalances' | 'inTransit' | 'fromBanks' | 'toBanks') => ({
  isNumber: true as const,
  of: ({ sums }: AccountSums) => <Amount of={sums?.[name]} />,
});

const columns = columnsOf<AccountSums>({
  Account: ({ account }) => <To href={account._links.self}>{account.name}</To>,
  Status: ({ sums }) => <Status of={!sums ? '' : sums.balanced ? 'balanced' : 'unbalanced'} />,
  'In balances': amount('postedBalances'),
  'In transit': amount('inTransit'),
  'Came from banks': amount('fromBanks'),
  'Went to banks': amount('toBanks'),
});

/** Shows whether the money adds up, in the whole ledger and in each account. */
function Ledger(): ReactElement {
  const { searchStr } = usePageLocation();
  const list = useResource(withQuery(linkTo('/operations/accounts'), searchStr));
  const accounts = itemsOf(list.data);
  const sums = useResources(
    accounts.map(({ id }) => linkTo('/operations/accounts/{id}/conservation', { path: { id } })),
    following,
  );
  return (
    <Loaded reads={{ all: list }}>
      {({ all }) => (
        <Page heading="Ledger">
          <TrialBalance />
          <Refusal error={sums.find((one) => one.error)?.error} />
          <Table
            name="Ledger"
            columns={columns}
            items={accounts.map((account, place) => ({ account, sums: sums[place]?.data }))}
            empty="No account yet."
          />
          <Paging list={all} pageOf={(href) => pageOf(href).replace('/operations/accounts', PATH)} />
        </Page>
      )}
    </Loaded>
  );
}

const TrialBalance = (): ReactElement => (
  <Section name="Trial balance" of={linkTo('/ledger/trial-balance')} following={following}>
    {(ledger) => (
      <>
        {ledger.balanced ? (
          <p className="calm">Balanced</p>
        ) : (
          <div role="alert" className="refusal">
            <p>The ledger does not add up. Stop payouts until it is explained.</p>
          </div>
        )}
        <FactList
          facts={{
            'Posted balances': <Amount of={ledger.postedBalances} />,
            'Payments in transit': <Amount of={ledger.paymentsInTransit} />,
            'Bank clearing, in': <Amount of={ledger.bankClearingIn} />,
            'Bank clearing, out': <Amount of={ledger.bankClearingOut} />,
            'Payments in': <Amount of={ledger.paymentsIn} />,
            'Payments out': <Amount of={ledger.paymentsOut} />,
            'Payments that ended unsettled': ledger.unsettledPayments,
          }}
        />
      </>
    )}
  </Section>
);
