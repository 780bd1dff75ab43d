import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { Resource } from '../api/client.js';
import { itemsOf, linkOf } from '../api/resource.js';
import { hearTogether, type NamedStream } from '../api/shared-stream.js';
import { useResource } from '../api/use-resource.js';
import { Filters } from '../parts/filters.js';
import { Refusal } from '../parts/messages.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, ListTools, Page, Waiting } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { Table } from '../parts/table.js';
import { columnsOf } from './columns.js';
import type { ListPage } from './list-table.js';

const KEPT_MAX = 500;
/** Items that come within this time are shown together: nobody reads faster. */
const GATHER_MS = 200;

interface LiveListProps {
  readonly path: string;
  readonly page: ListPage;
  /** The stream of the items that belong to the list with this query. */
  readonly streamOf: (query: string) => NamedStream;
  /** The query to send to the API, from the query of the page's address. Both are the same by default. */
  readonly asked?: (query: string) => string;
  /** Whether an item from the stream belongs to the list with this query. */
  readonly matches: (item: Resource, query: string) => boolean;
  /** Whether `matches` can find that out for a query. It can by default. */
  readonly canBeHeard?: (query: string) => boolean;
}

/** A list that adds new items as the server streams them. */
export function LiveList(props: LiveListProps): ReactElement {
  const { path, page, streamOf, matches, asked = (query) => query, canBeHeard = () => true } = props;
  const { heading, search, searchName, choices, fields, empty } = page;
  const { searchStr } = usePageLocation();
  const listed = path + asked(searchStr);
  const { data, error } = useResource(listed);
  const [isLive, setLive] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const { rows, failure } = useLive(isLive && canBeHeard(searchStr), streamOf(searchStr));
  const [shown, setShown] = useState<readonly Resource[]>([]);
  useEffect(() => {
    if (!isPaused) setShown(rows);
  }, [rows, isPaused]);
  const columns = useMemo(() => columnsOf(page), [page]);
  const told = (of: readonly Resource[]): readonly Resource[] => of.filter((item) => matches(item, searchStr));
  if (error) return <Failed error={error} heading={heading} />;
  if (!data) return <Waiting heading={heading} />;
  const known = new Set(told(shown).map((item) => linkOf(item, 'self')));
  const earlier = itemsOf(data).filter((item) => !known.has(linkOf(item, 'self')));
  const items = isLive ? [...told(shown), ...earlier].slice(0, KEPT_MAX) : itemsOf(data);
  return (
    <Page heading={heading} actions={<ListTools path={listed} list={data} />}>
      <Filters path={path} search={search} searchName={searchName} choices={choices} fields={fields} />
      <div className="actions">
        {canBeHeard(searchStr) && (
          <button type="button" role="switch" aria-checked={isLive} onClick={() => setLive(!isLive)}>
            Live
          </button>
        )}
        {isLive && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            Pause
          </button>
        )}
        {isPaused && <span className="quiet">{told(rows).length - told(shown).length} new</span>}
      </div>
      <Refusal error={failure} />
      <Table name={heading} columns={columns} items={items} empty={<p>{empty}</p>} />
      {!isLive && <Paging list={data} />}
    </Page>
  );
}

interface Live {
  readonly rows: readonly Resource[];
  readonly failure: unknown;
}

/** The items that have come since the person switched the list to live, newest first. */
function useLive(isLive: boolean, { name, stream }: NamedStream): Live {
  const [rows, setRows] = useState<readonly Resource[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    const ending = new AbortController();
    const gathered: Resource[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const come = gathered.splice(0);
      setRows((before) => [...come, ...before].slice(0, KEPT_MAX));
    };
    const take = (item: Resource): void => {
      gathered.unshift(item);
      gathered.splice(KEPT_MAX);
      timer ??= setTimeout(show, GATHER_MS);
    };
    const onHear = (): void => void queries.invalidateQueries({ queryKey: ['api'] });
    hearTogether({ name, stream }, { take, onHear, signal: ending.signal }).catch((error: unknown) => {
      if (!ending.signal.aborted) setFailure(error);
    });
    return () => {
      ending.abort();
      clearTimeout(timer);
      setRows([]);
      setFailure(undefined);
    };
  }, [isLive, name, stream, queries]);
  return { rows, failure };
}
