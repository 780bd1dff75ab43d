import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { itemsOf, withQuery } from '../../api/resource.js';
import { saveCsv } from '../../api/save.js';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { paymentColumns } from '../../columns/payment-columns.js';
import { List } from '../../generic/list.js';
import type { FilterField } from '../../parts/filters.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded } from '../../parts/page.js';
import { useMovesMoney, useSession } from '../../session/session.js';
import { legs } from './legs.js';
import { SelectedActions } from './selected-actions.js';
import { Sums } from './sums.js';
import { transferSearch } from './transfer-search.js';

const HEADING = 'Transfers';
const choices = [{ name: 'status', label: 'Status', values: ['pending', 'processed', 'failed', 'cancelled'] }];
const fields: readonly FilterField[] = [
  { name: 'startDate', label: 'From day (UTC)', type: 'date' },
  { name: 'endDate', label: 'To day (UTC)', type: 'date' },
  { name: 'correlationId', label: 'Correlation id' },
  { name: 'customerId', label: 'Id of a customer' },
  { name: 'fundingSourceId', label: 'Id of a funding source' },
];

export const transfersPage: PageRow = {
  path: '/transfers',
  heading: HEADING,
  place: 'navigation',
  icon: 'transfers',
  help: 'money/',
  Show: Transfers,
};

/** All payments of the account and its customers. A payment is one row, whatever transfers it takes. */
function Transfers(): ReactElement {
  const { searchStr } = usePageLocation();
  const list = useResource(withQuery(linkTo('/payments'), searchStr));
  return <Loaded reads={{ list }}>{(read) => <PaymentList key={searchStr} {...read} />}</Loaded>;
}

function PaymentList({ list }: { readonly list: Api.PaymentList }): ReactElement {
  const { environment } = useSession();
  const { searchStr } = usePageLocation();
  const movesMoney = useMovesMoney();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const select = columnsOf<Api.Payment>({
    Select: ({ id }) => (
      <input type="checkbox" aria-label={`Select ${id}`} checked={selected.has(id)} onChange={() => toggle(id)} />
    ),
  });
  const row = {
    heading: HEADING,
    columns: [...(movesMoney ? select : []), ...paymentColumns],
    details: legs,
    search: transferSearch,
    choices,
    fields,
    create: { label: 'Create transfer', Button: CreateAndExport },
    empty: 'No transfer matches. A transfer moves money between a bank and a balance, or between two of them.',
  };
  const items = itemsOf(list);
  return (
    <List row={row} list={list} items={items} path={`/payments${searchStr}`} pageOf={pageOfList}>
      <Sums of={list} />
      {movesMoney && (
        <SelectedActions items={items.filter(({ id }) => selected.has(id))} isSandbox={environment === 'sandbox'} />
      )}
    </List>
  );
}

/** The list of payments has its page at the address of transfers. */
const pageOfList = ({ href }: { readonly href: string }): string => `/transfers${new URL(href).search}`;

/** Leads to the form for a transfer, and saves all transfers of the payments that match, as the API writes them. */
function CreateAndExport({ label }: { readonly label: string }): ReactElement {
  const movesMoney = useMovesMoney();
  const { searchStr } = usePageLocation();
  const [error, setError] = useState<unknown>();
  const save = (): void => {
    const asked = new URLSearchParams(searchStr);
    for (const name of ['limit', 'offset', 'anchor']) asked.delete(name);
    setError(undefined);
    saveCsv(`/payments?${asked.toString()}`, 'transfers.csv').catch(setError);
  };
  return (
    <>
      {movesMoney && (
        <Go to="/transfers/new" className="button">
          {label}
        </Go>
      )}
      <button type="button" className="plain" onClick={save}>
        Export CSV
      </button>
      <Refusal error={error} />
    </>
  );
}
