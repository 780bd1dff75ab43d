import { useLocation } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { client, type Resource } from '../api/client.js';
import { itemsOf } from '../api/resource.js';
import { saveCsv } from '../api/save-csv.js';
import { useRefresh, useResource } from '../api/use-resource.js';
import { Dialog } from '../parts/dialog.js';
import { Filters } from '../parts/filters.js';
import { Go } from '../parts/go.js';
import { Refusal, useSay } from '../parts/messages.js';
import { Failed, Page, Waiting } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { type Column, Table } from '../parts/table.js';
import { useSession } from '../shell/session.js';
import { transferColumns, transferId } from './transfer-columns.js';

const statuses = ['pending', 'processed', 'failed', 'cancelled'];
const PATH = '/transfers';

/** All transfers of the account and its customers. */
export function Transfers(): ReactElement {
  const { searchStr } = useLocation();
  const { data, error } = useResource(PATH + searchStr);
  if (error) return <Failed error={error} heading="Transfers" />;
  if (!data) return <Waiting heading="Transfers" />;
  return <TransferList key={searchStr} list={data} query={searchStr} />;
}

function TransferList({ list, query }: { readonly list: Resource; readonly query: string }): ReactElement {
  const { role, environment } = useSession();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
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
  const moves = role === 'owner' || role === 'treasurer';
  const items = itemsOf(list).filter((item) => selected.has(transferId(item)));
  return (
    <Page
      heading="Transfers"
      actions={
        <>
          <Go to="/transfers/new" className="button">
            Create transfer
          </Go>
          <ExportCsv query={query} />
        </>
      }
    >
      <Filters path={PATH} search="Search transfers" statuses={statuses} />
      <Table
        name="Transfers"
        columns={moves ? [select, ...transferColumns] : transferColumns}
        items={itemsOf(list)}
        empty={<p>No transfer matches. A transfer moves money between a bank and a balance, or between two of them.</p>}
      />
      <Paging list={list} />
      {moves && <SelectedActions items={items} isSandbox={environment === 'sandbox'} />}
    </Page>
  );
}

interface SelectedProps {
  readonly items: readonly Resource[];
  readonly isSandbox: boolean;
}

/** What can be done with several rows, one after the other. */
function SelectedActions({ items, isSandbox }: SelectedProps): ReactElement {
  const [asks, setAsks] = useState<'cancel' | 'simulate'>();
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const run = async (name: 'cancel' | 'simulate'): Promise<void> => {
    setAsks(undefined);
    let done = 0;
    try {
      for (const item of items) {
        const id = transferId(item);
        if (name === 'cancel') await client.request('POST', `/transfers/${id}`, { body: { status: 'cancelled' } });
        else await client.request('POST', `/transfers/${id}/simulation`, { body: { action: 'process' } });
        done += 1;
      }
      setError(undefined);
    } catch (refusal) {
      setError(refusal);
    }
    say(`${done} of ${items.length} transfers ${name === 'cancel' ? 'cancelled' : 'simulated'}`);
    await refresh();
  };
  const none = items.length === 0;
  return (
    <div className="actions">
      <button type="button" disabled={none} onClick={() => setAsks('cancel')}>
        Cancel selected
      </button>
      {isSandbox && (
        <button type="button" disabled={none} onClick={() => void run('simulate')}>
          Simulate selected
        </button>
      )}
      <Refusal error={error} />
      {asks === 'cancel' && (
        <Dialog title="Cancel transfers" onClose={() => setAsks(undefined)}>
          <p>Cancel {items.length} transfers? Those that a bank has already can’t be cancelled any more.</p>
          <div className="actions">
            <button type="button" onClick={() => void run('cancel')}>
              Cancel {items.length} transfers
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** All that the filters match, as the API writes it. */
function ExportCsv({ query }: { readonly query: string }): ReactElement {
  const [error, setError] = useState<unknown>();
  const save = async (): Promise<void> => {
    const asked = new URLSearchParams(query);
    for (const name of ['limit', 'offset']) asked.delete(name);
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
