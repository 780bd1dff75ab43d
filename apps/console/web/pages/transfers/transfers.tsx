import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { itemsOf, pageOf, shortId, withQuery } from '../../api/resource.js';
import { saveCsv } from '../../api/save-csv.js';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { transferColumns } from '../../columns/transfer-columns.js';
import { Facts } from '../../generic/facts.js';
import { List } from '../../generic/list.js';
import { Dialog } from '../../parts/dialog.js';
import type { FilterField } from '../../parts/filters.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded } from '../../parts/page.js';
import { useMovesMoney, useSession } from '../../session/session.js';
import { SelectedActions } from './selected-actions.js';

const HEADING = 'Transfers';
const choices = [{ name: 'status', label: 'Status', values: ['pending', 'processed', 'failed', 'cancelled'] }];
const fields: readonly FilterField[] = [
  { name: 'startDate', label: 'From day (UTC)', type: 'date' },
  { name: 'endDate', label: 'To day (UTC)', type: 'date' },
  { name: 'startAmount', label: 'Amount from' },
  { name: 'endAmount', label: 'Amount to' },
  { name: 'correlationId', label: 'Correlation ID' },
  { name: 'customerId', label: 'Id of a customer' },
  { name: 'fundingSourceId', label: 'Id of a funding source' },
];

export const transfersPage: PageRow = {
  path: '/transfers',
  heading: HEADING,
  place: 'navigation',
  help: 'money/',
  Show: Transfers,
};

/** All transfers of the account and its customers. */
function Transfers(): ReactElement {
  const { searchStr } = usePageLocation();
  const list = useResource(withQuery(linkTo('/transfers'), searchStr));
  return <Loaded reads={{ list }}>{(read) => <TransferList key={searchStr} {...read} />}</Loaded>;
}

function TransferList({ list }: { readonly list: Api.TransferList }): ReactElement {
  const { environment } = useSession();
  const movesMoney = useMovesMoney();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [peeked, setPeeked] = useState<Api.Transfer>();
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const select = columnsOf<Api.Transfer>({
    Select: ({ id }) => (
      <input type="checkbox" aria-label={`Select ${id}`} checked={selected.has(id)} onChange={() => toggle(id)} />
    ),
  });
  const peek = columnsOf<Api.Transfer>({
    Peek: (item) => (
      <button type="button" className="plain" aria-label={`Peek at ${item.id}`} onClick={() => setPeeked(item)}>
        Peek
      </button>
    ),
  });
  const row = {
    heading: HEADING,
    columns: [...(movesMoney ? select : []), ...transferColumns, ...peek],
    search: 'Search transfers',
    choices,
    fields,
    create: { label: 'Create transfer', Button: CreateAndExport },
    empty: 'No transfer matches. A transfer moves money between a bank and a balance, or between two of them.',
  };
  const items = itemsOf(list);
  return (
    <List row={row} list={list} items={items}>
      {movesMoney && (
        <SelectedActions items={items.filter(({ id }) => selected.has(id))} isSandbox={environment === 'sandbox'} />
      )}
      {peeked && <Peek transfer={peeked} onClose={() => setPeeked(undefined)} />}
    </List>
  );
}

interface PeekProps {
  readonly transfer: Api.Transfer;
  readonly onClose: () => void;
}

/** Shows a transfer with the list's data, without leaving the list. */
function Peek({ transfer, onClose }: PeekProps): ReactElement {
  const { self } = transfer._links;
  return (
    <Dialog title={`Transfer ${shortId(self)}`} onClose={onClose}>
      <Facts of={transfer} />
      <Go to={pageOf(self)}>Open the payment</Go>
    </Dialog>
  );
}

/** Leads to the form for a transfer, and saves all transfers that match the filters, as the API writes them. */
function CreateAndExport({ label }: { readonly label: string }): ReactElement {
  const movesMoney = useMovesMoney();
  const { searchStr } = usePageLocation();
  const [error, setError] = useState<unknown>();
  const save = (): void => {
    const asked = new URLSearchParams(searchStr);
    for (const name of ['limit', 'offset', 'anchor']) asked.delete(name);
    setError(undefined);
    saveCsv(`/transfers?${asked.toString()}`, 'transfers.csv').catch(setError);
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
