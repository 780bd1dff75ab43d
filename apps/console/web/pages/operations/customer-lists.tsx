import type { Api, Hal, ItemOf } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, itemsOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { RowActions } from '../../generic/row-actions.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { type Column, Table } from '../../parts/table.js';
import { CustomerAction, type CustomerActionProps } from './customer-action.js';
import { CustomerName, Done, whoDid } from './who.js';

interface CustomerListRow<Item> extends PageRow {
  readonly columns: readonly Column<Item>[];
  readonly empty: string;
  /** The action by which operators add an item to the list. */
  readonly action: CustomerActionProps['name'];
}

/** A page with a list of what operators did with customers. */
function customerList<L extends Hal & { readonly _embedded: unknown }>(row: CustomerListRow<ItemOf<L>>): PageRow {
  const { columns, empty, action, ...others } = row;
  const { heading } = row;
  function Show(): ReactElement {
    const { pathname, searchStr } = usePageLocation();
    const query = new URLSearchParams(searchStr);
    query.delete('customer');
    const list = useResource<L>({ href: query.size > 0 ? `${pathname}?${query.toString()}` : pathname });
    return (
      <Loaded reads={{ list }}>
        {(read) => (
          <Page heading={heading} actions={<CustomerAction name={action} />}>
            <Table name={heading} columns={columns} items={itemsOf(read.list)} empty={empty} />
            <Paging list={read.list} />
          </Page>
        )}
      </Loaded>
    );
  }
  return { ...others, Show };
}

const customerOf = ({ _links: { customer } }: Api.Erasure | Api.LegalHold): ReactElement => (
  <CustomerName id={idOf(customer)} />
);

export const legalHoldsPage = customerList<Api.LegalHoldList>({
  path: '/operations/legal-holds',
  heading: 'Legal holds',
  place: 'operations',
  purpose: 'Keep a customer’s data from being erased',
  help: 'runbooks/erase-a-person/',
  columns: columnsOf<Api.LegalHold>({
    Customer: customerOf,
    Reason: 'reason',
    Set: ({ created, operator, personId }) => <Done at={created} application={operator} person={personId} />,
    Lifted: (hold) =>
      hold._links.lift ? (
        <RowActions item={hold} subject={hold.reason} rels={['lift']} />
      ) : (
        <Done at={hold.lifted} application={hold.liftedBy} person={hold.liftedByPersonId} />
      ),
  }),
  empty: 'Nothing is held. A legal hold forbids the erasure of a customer until it is lifted.',
  action: 'hold',
});

export const erasuresPage = customerList<Api.ErasureList>({
  path: '/operations/erasures',
  heading: 'Erasures',
  place: 'operations',
  purpose: 'Remove a person’s data for good',
  help: 'runbooks/erase-a-person/',
  columns: columnsOf<Api.Erasure>({
    Begun: '@self created',
    Status: 'status',
    Customer: customerOf,
    Reason: 'reason',
    'Asked for by': ({ operator, personId }) => whoDid({ application: operator, person: personId }),
  }),
  empty: 'Nobody was erased. An erasure removes what each service has of a person.',
  action: 'erase',
});
