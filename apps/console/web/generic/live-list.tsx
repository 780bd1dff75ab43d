import { useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import type { Resource } from '../api/client.js';
import { itemsOf, linkOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Filters } from '../parts/filters.js';
import { Refusal } from '../parts/messages.js';
import { Failed, Page, Waiting } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { Table } from '../parts/table.js';
import { columnsOf } from './columns.js';
import type { ListPage } from './list-table.js';

const KEPT_MAX = 500;

/** Gives what comes from now on, until the signal. It fails where the stream can't go on. */
export type Listen = (take: (item: Resource) => void, signal: AbortSignal, query: string) => Promise<void>;

interface LiveListProps {
  readonly path: string;
  readonly page: ListPage;
  readonly listen: Listen;
}

/** A list, also as it grows. */
export function LiveList({ path, page, listen }: LiveListProps): ReactElement {
  const { heading, statuses, empty } = page;
  const { searchStr } = useLocation();
  const { data, error } = useResource(path + searchStr);
  const [isLive, setLive] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const { rows, failure } = useLive(isLive, listen, searchStr);
  const [shown, setShown] = useState<readonly Resource[]>([]);
  useEffect(() => {
    if (!isPaused) setShown(rows);
  }, [rows, isPaused]);
  if (error) return <Failed error={error} heading={heading} />;
  if (!data) return <Waiting heading={heading} />;
  const known = new Set(shown.map((item) => linkOf(item, 'self')));
  const earlier = itemsOf(data).filter((item) => !known.has(linkOf(item, 'self')));
  const items = isLive ? [...shown, ...earlier].slice(0, KEPT_MAX) : itemsOf(data);
  return (
    <Page heading={heading}>
      <Filters path={path} statuses={statuses} />
      <div className="actions">
        <button type="button" role="switch" aria-checked={isLive} onClick={() => setLive(!isLive)}>
          Live
        </button>
        {isLive && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            Pause
          </button>
        )}
        {isPaused && <span className="quiet">{rows.length - shown.length} new</span>}
      </div>
      <Refusal error={failure} />
      <Table name={heading} columns={columnsOf(page)} items={items} empty={<p>{empty}</p>} />
      {!isLive && <Paging list={data} />}
    </Page>
  );
}

interface Live {
  readonly rows: readonly Resource[];
  readonly failure: unknown;
}

/** What has come since it was switched on, the newest first. */
function useLive(isLive: boolean, listen: Listen, query: string): Live {
  const [rows, setRows] = useState<readonly Resource[]>([]);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!isLive) return;
    const ending = new AbortController();
    const take = (item: Resource): void => setRows((before) => [item, ...before].slice(0, KEPT_MAX));
    listen(take, ending.signal, query).catch((error: unknown) => {
      if (!ending.signal.aborted) setFailure(error);
    });
    return () => {
      ending.abort();
      setRows([]);
      setFailure(undefined);
    };
  }, [isLive, listen, query]);
  return { rows, failure };
}
