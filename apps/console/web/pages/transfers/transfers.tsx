import { type ReactElement, useState } from 'react';
import type { Resource } from '../../api/client.js';
import { itemsOf, linkOf, pageOf, shortId } from '../../api/resource.js';
import { saveCsv } from '../../api/save-csv.js';
import { useResource } from '../../api/use-resource.js';
import { Facts } from '../../generic/resource-page.js';
import { Dialog } from '../../parts/dialog.js';
import { Filters, type FilterField } from '../../parts/filters.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, ListTools, Page, Waiting } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { type Column, Table } from '../../parts/table.js';
import { useMovesMoney, useSession } from '../../session/session.js';
import { transferColumns, transferId } from '../../columns/transfer-columns.js';
import { SelectedActions } from './selected-actions.js';

const PATH = '/transfers';
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

/** All transfers of the account and its customers. */
export function Transfers(): ReactElement {
  const { searchStr } = usePageLocation();
  const { data, error } = useResource(PATH + searchStr);
  if (error) return <Failed error={error} heading="Transfers" />;
  if (!data) return <Waiting heading="Transfers" />;
  return <TransferList key={searchStr} list={data} query={searchStr} />;
}

function TransferList({ list, query }: { readonly list: Resource; readonly query: string }): ReactElement {
  const { environment } = useSession();
  const movesMoney = useMovesMoney();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [peeked, setPeeked] = useState<Resource>();
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const select: Column = {
    name: 'Select',
    of: (item) => {
      const id = transferId(item);
      return (
        <input type="checkbox" aria-label={`Select ${id}`} checked={selected.has(id)} onChange={() => toggle(id)} />
      );
    },
  };
  const peek: Column = {
    name: 'Peek',
    of: (item) => (
      <button
        type="button"
        className="plain"
        aria-label={`Peek at ${transferId(item)}`}
        onClick={() => setPeeked(item)}
      >
        Peek
      </button>
    ),
  };
  const items = itemsOf(list);
  return (
    <Page
      heading="Transfers"
      actions={
        <>
          {movesMoney && (
            <Go to="/transfers/new" className="button">
              Create transfer
            </Go>
          )}
          <ExportCsv query={query} />
          <ListTools path={PATH + query} list={list} />
        </>
      }
    >
      <Filters path={PATH} search="Search transfers" choices={choices} fields={fields} />
      {movesMoney && (
        <SelectedActions
          items={items.filter((item) => selected.has(transferId(item)))}
          isSandbox={environment === 'sandbox'}
        />
      )}
      <Table
        name="Transfers"
        columns={[...(movesMoney ? [select] : []), ...transferColumns, peek]}
        items={items}
        empty={<p>No transfer matches. A transfer moves money between a bank and a balance, or between two of them.</p>}
      />
      <Paging list={list} />
      {peeked && <Peek transfer={peeked} onClose={() => setPeeked(undefined)} />}
    </Page>
  );
}

/** Shows a transfer with the list's data, without leaving the list. */
function Peek({ transfer, onClose }: { readonly transfer: Resource; readonly onClose: () => void }): ReactElement {
  const self = linkOf(transfer, 'self') ?? '';
  return (
    <Dialog title={`Transfer ${shortId(self)}`} onClose={onClose}>
      <Facts of={transfer} />
      <Go to={pageOf(self)}>Open the payment</Go>
    </Dialog>
  );
}

/** Saves all transfers that match the filters, as the API writes them. */
function ExportCsv({ query }: { readonly query: string }): ReactElement {
  const [error, setError] = useState<unknown>();
  const save = async (): Promise<void> => {
    const asked = new URLSearchParams(query);
    for (const name of ['limit', 'offset', 'anchor']) asked.delete(name);
    setError(undefined);
    try {
      await saveCsv(`${PATH}?${asked.toString()}`, 'transfers.csv');
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <>
      <button type="button" className="plain" onClick={() => void save()}>
        Export CSV
      </button>
      <Refusal error={error} />
    </>
  );
}
