import { type ReactElement, useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { client, type Resource } from '../api/client.js';
import { itemsOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { columnsOf } from '../generic/columns.js';
import { listPages } from '../generic/list-table.js';
import { Refusal } from '../parts/messages.js';
import { Failed, Page, Waiting } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { Table } from '../parts/table.js';

const PATH = '/events';
const KEPT_MAX = 500;

/** Events as a list, and as they happen. */
export function Events(): ReactElement {
  const { searchStr } = useLocation();
  const { data, error } = useResource(PATH + searchStr);
  const [isLive, setLive] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const { rows, failure } = useLive(isLive);
  const [shown, setShown] = useState<readonly Resource[]>([]);
  useEffect(() => {
    if (!isPaused) setShown(rows);
  }, [rows, isPaused]);
  if (error) return <Failed error={error} heading="Events" />;
  if (!data) return <Waiting heading="Events" />;
  const page = listPages[PATH];
  if (!page) return <Failed error={undefined} heading="Events" />;
  const waiting = rows.length - shown.length;
  const items = isLive ? [...shown, ...itemsOf(data)].slice(0, KEPT_MAX) : itemsOf(data);
  return (
    <Page heading="Events">
      <div className="actions">
        <button type="button" role="switch" aria-checked={isLive} onClick={() => setLive(!isLive)}>
          Live
        </button>
        {isLive && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            Pause
          </button>
        )}
        {isPaused && <span className="quiet">{waiting} new</span>}
      </div>
      <Refusal error={failure} />
      <Table name="Events" columns={columnsOf(page)} items={items} empty={<p>{page.empty}</p>} />
      {!isLive && <Paging list={data} />}
    </Page>
  );
}

/** What has come since it was switched on, the newest first. */
function useLive(isLive: boolean): { readonly rows: readonly Resource[]; readonly failure: unknown } {
  const [rows, setRows] = useState<readonly Resource[]>([]);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!isLive) return;
    const ending = new AbortController();
    const listen = async (): Promise<void> => {
      for await (const { event } of client.events({ signal: ending.signal })) {
        setRows((before) => [{ ...event }, ...before].slice(0, KEPT_MAX));
      }
    };
    listen().catch((error: unknown) => {
      if (!ending.signal.aborted) setFailure(error);
    });
    return () => {
      ending.abort();
      setRows([]);
    };
  }, [isLive]);
  return { rows, failure };
}
