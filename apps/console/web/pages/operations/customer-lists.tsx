import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { idOf, itemsOf, linkOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { RowActions } from '../../generic/row-actions.js';
import { Go } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Waiting } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { type Column, Table, To } from '../../parts/table.js';
import { Status, Time, Words } from '../../parts/text.js';
import { CustomerAction } from './customer-action.js';
import { forOperators } from './for-operators.js';
import { Done, whoDid } from './who.js';

const customer: Column = { name: 'Customer', of: customerOf };
const reason: Column = { name: 'Reason', of: (item) => text(item, 'reason') };

const erasures: readonly Column[] = [
  {
    name: 'Begun',
    of: (item) => (
      <To href={linkOf(item, 'self')}>
        <Time at={text(item, 'created')} />
      </To>
    ),
  },
  { name: 'Status', of: (item) => <Status of={text(item, 'status')} /> },
  customer,
  reason,
  { name: 'Asked for by', of: (item) => whoDid(item, 'operator') },
];

const holds: readonly Column[] = [
  customer,
  reason,
  { name: 'Set', of: (item) => <Done at={text(item, 'created')} by={whoDid(item, 'operator')} /> },
  {
    name: 'Lifted',
    of: (item) =>
      linkOf(item, 'lift') === undefined ? (
        <Done at={text(item, 'lifted')} by={whoDid(item, 'liftedBy', 'liftedByPersonId')} />
      ) : (
        <RowActions item={item} subject={text(item, 'reason')} rels={['lift']} />
      ),
  },
];

/** Operators see a customer of any account by its id alone. */
function customerOf(item: Resource): ReactElement {
  const id = idOf(linkOf(item, 'customer') ?? '');
  return (
    <Go to={`/operations/customers/${id}`}>
      <Words of={id} />
    </Go>
  );
}

interface ListProps {
  readonly heading: string;
  readonly columns: readonly Column[];
  readonly empty: string;
  readonly action: ReactElement;
}

function CustomerList({ heading, columns, empty, action }: ListProps): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const query = new URLSearchParams(searchStr);
  query.delete('customer');
  const { data, error } = useResource(query.size > 0 ? `${pathname}?${query.toString()}` : pathname);
  if (error) return <Failed error={error} heading={heading} />;
  if (!data) return <Waiting heading={heading} />;
  return (
    <Page heading={heading} crumbs={<Go to="/operations">Operations</Go>} actions={action}>
      <Table name={heading} columns={columns} items={itemsOf(data)} empty={<p>{empty}</p>} />
      <Paging list={data} />
    </Page>
  );
}

export const Erasures = forOperators(() => (
  <CustomerList
    heading="Erasures"
    columns={erasures}
    empty="Nobody was erased. An erasure removes what each service has of a person."
    action={<CustomerAction name="erase" />}
  />
));

export const LegalHolds = forOperators(() => (
  <CustomerList
    heading="Legal holds"
    columns={holds}
    empty="Nothing is held. A legal hold forbids the erasure of a customer until it is lifted."
    action={<CustomerAction name="hold" />}
  />
));
