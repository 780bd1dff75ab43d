import { ApiError, type Hal, type LinkTo } from '@halyard/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { itemsOf } from '../api/resource.js';
import { hearTogether, type NamedStream } from '../api/shared-stream.js';
import { useResource } from '../api/use-resource.js';
import { Refusal } from '../parts/messages.js';
import { usePageLocation } from '../parts/page-location.js';
import { Loaded } from '../parts/page.js';
import { List, type ListRow } from './list.js';

const KEPT_MAX = 500;
/** Items that come within this time are shown together: nobody reads faster. */
const GATHER_MS = 200;

interface Item {
  readonly _links: { readonly self?: { readonly href: string } };
}

interface LiveListProps<I extends Item> {
  readonly row: ListRow<I>;
  /** The list to read for the query of the page's address. */
  readonly listAt: (query: string) => LinkTo<Hal & { readonly _embedded: Readonly<Record<string, readonly I[]>> }>;
  /** The stream of the items that belong to the list with this query. */
  readonly streamOf: (query: string) => NamedStream<I>;
  /** Whether an item from the stream belongs to the list with this query. */
  readonly matches: (item: I, query: string) => boolean;
  /** Whether `matches` can decide for a query. It can by default. */
  readonly canBeHeard?: (query: string) => boolean;
}

const nothing: Hal = { _links: {} };
const whileRefused = 'Nothing is looked for like this. Change the filters to see the list again.';

/**
 * A list that adds new items as the server streams them. If the API refuses a filter of the address, the filters and
 * the last list stay in view, so that people can mend it.
 */
export function LiveList<I extends Item>(props: LiveListProps<I>): ReactElement {
  const { row, listAt, streamOf, matches, canBeHeard = () => true } = props;
  const { searchStr } = usePageLocation();
  const read = useResource(listAt(searchStr));
  const [isLive, setLive] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const { rows, failure } = useLive(isLive && canBeHeard(searchStr), streamOf(searchStr));
  const [shown, setShown] = useState<readonly I[]>([]);
  useEffect(() => {
    if (!isPaused) setShown(rows);
  }, [rows, isPaused]);
  const refused = read.error instanceof ApiError && read.error.status === 400 ? read.error : undefined;
  const last = useRef(read.data);
  if (read.data) last.current = read.data;
  const list = refused ? { data: last.current ?? nothing, error: null } : read;
  const matching = (of: readonly I[]): readonly I[] => of.filter((item) => matches(item, searchStr));
  const known = new Set(matching(shown).map(({ _links }) => _links.self?.href));
  const listed = itemsOf(refused ? last.current : read.data);
  const earlier = listed.filter(({ _links }) => !known.has(_links.self?.href));
  const items = isLive ? [...matching(shown), ...earlier].slice(0, KEPT_MAX) : listed;
  return (
    <Loaded reads={{ list }}>
      {({ list: shownList }) => (
        <List
          row={refused ? { ...row, empty: whileRefused } : row}
          list={shownList}
          items={items}
          path={listAt(searchStr).href}
          isPaged={!isLive}
        >
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
            {isPaused && <span className="quiet">{matching(rows).length - matching(shown).length} new</span>}
          </div>
          <Refusal error={refused ?? failure} />
        </List>
      )}
    </Loaded>
  );
}

interface Live<I> {
  readonly rows: readonly I[];
  readonly failure: unknown;
}

/** The items that have come since the person switched the list to live, newest first. */
function useLive<I>(isLive: boolean, { name, stream }: NamedStream<I>): Live<I> {
  const [rows, setRows] = useState<readonly I[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    const ending = new AbortController();
    const gathered: I[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const come = gathered.splice(0);
      setRows((before) => [...come, ...before].slice(0, KEPT_MAX));
    };
    const take = (item: I): void => {
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
