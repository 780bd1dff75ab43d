import { type Api, centsOf, decimalOf, linkTo, type Money, sumOf } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, pageOf, withQuery } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
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
  purpose: 'Whether all money adds up, in each account',
  help: 'runbooks/money-does-not-add-up/',
  Show: Ledger,
};

interface AccountSums {
  readonly account: Api.AccountStanding;
  /** Undefined until the sums have come. */
  readonly sums: Api.OperatedConservation | undefined;
}

type Side = 'postedBalances' | 'inTransit' | 'fromBanks' | 'toBanks';

const amount = (name: Side) => ({
  isNumber: true as const,
  of: ({ sums }: AccountSums) => <Amount of={sums?.[name]} />,
});

const sumColumns = columnsOf<AccountSums>({
  Account: ({ account }) => <To href={account._links.self}>{account.name}</To>,
  Debit: amount('fromBanks'),
  Credit: amount('toBanks'),
  Sum: { isNumber: true, of: ({ sums }) => <Amount of={sums && difference(sums.fromBanks, sums.toBanks)} /> },
  'In balances': amount('postedBalances'),
  'In transit': amount('inTransit'),
  Status: ({ sums }) => <Status of={!sums ? '' : sums.balanced ? 'balanced' : 'unbalanced'} />,
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
          <p className="quiet">
            An account is debited with what came from banks, and credited with what went to them. The sum is in its
            balances, or in transit.
          </p>
          <Refusal error={sums.find((one) => one.error)?.error} />
          <Table
            name="Ledger"
            columns={sumColumns}
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
          <p className="note good">Balanced</p>
        ) : (
          <div role="alert" className="refusal">
            <p>The ledger does not add up. Stop payouts until it is explained.</p>
            <p>
              Payments count <Amount of={ledger.paymentsIn} /> in and <Amount of={ledger.paymentsOut} /> out.
            </p>
          </div>
        )}
        {ledger.unsettledPayments > 0 && <p>{ledger.unsettledPayments} payments ended unsettled.</p>}
        <Table name="Trial balance" columns={sideColumns} items={sidesOf(ledger)} empty="" />
      </>
    )}
  </Section>
);

interface LedgerSide {
  readonly name: string;
  readonly debit: Money;
  readonly credit: Money;
}

const sideColumns = columnsOf<LedgerSide>({
  'Ledger account': 'name',
  Debit: { isNumber: true, of: ({ debit }) => <Amount of={debit} /> },
  Credit: { isNumber: true, of: ({ credit }) => <Amount of={credit} /> },
  Sum: { isNumber: true, of: ({ debit, credit }) => <Amount of={difference(debit, credit)} /> },
});

/** The ledger as accountants read it: what banks hold stands against what is owed to balances and payments. */
function sidesOf(ledger: Api.TrialBalance): readonly LedgerSide[] {
  const nothing: Money = { value: '0.00', currency: ledger.postedBalances.currency };
  const sides = [
    { name: 'Bank clearing', debit: ledger.bankClearingIn, credit: ledger.bankClearingOut },
    { name: 'Posted balances', debit: nothing, credit: ledger.postedBalances },
    { name: 'Payments in transit', debit: nothing, credit: ledger.paymentsInTransit },
  ];
  return [
    ...sides,
    {
      name: 'Together',
      debit: sumOf(sides.map(({ debit }) => debit)),
      credit: sumOf(sides.map(({ credit }) => credit)),
    },
  ];
}

const difference = (one: Money, other: Money): Money => ({
  value: decimalOf(centsOf(one.value) - centsOf(other.value)),
  currency: one.currency,
});
