import { ApiError, type LinkTo } from '@halyard/client';
import { type Query, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { pathOf, read, useRepeated } from './client.js';

export interface ReadPace<Data> {
  /** The time between reads while the data still changes by itself. */
  readonly everyMs?: number;
  /** Whether the data still changes by itself. If not, it is no longer read every `everyMs`. Always true by default. */
  readonly moves?: (data: Data) => boolean;
  /**
   * The time between reads once the data no longer changes by itself, if somebody else may still change it. Never by
   * default.
   */
  readonly restMs?: number;
}

export interface ReadState<Data> {
  readonly data: Data | undefined;
  /** Why the read failed. Also set while the client repeats a read that has brought no data yet. */
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** Data that has just stopped changing is read this many more times, since its consequences come a moment later. */
const READS_AFTER_END = 5;
/**
 * After somebody has acted on this page, the data is read this many times, to show results such as a webhook that is
 * sent again.
 */
const READS_AFTER_ACT = 30;

/** How often somebody has acted in this document. */
let acts = 0;

/** After the client has given up, the page asks again at this interval. */
export const TRIED_AGAIN_MS = 5_000;

type State<Data> = Pick<Query<Data>['state'], 'data' | 'error' | 'dataUpdateCount'>;

/** A missing answer is no refusal: it may still come. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && !error.isRetryable;

/** The time until the next read. A refused request is not sent again, unless the refusal may pass by itself. */
export function useInterval<Data>({
  everyMs,
  moves = () => true,
  restMs,
}: ReadPace<Data>): (query: { readonly state: State<Data> }) => number | false {
  /** For each query, the number of reads after which it stops, and the value of `acts` when that was decided. */
  const goesOn = useRef(new WeakMap<object, { readonly until: number; readonly acts: number }>());
  return (query) => {
    const { data, error, dataUpdateCount } = query.state;
    if (error) return !isRefusal(error) && TRIED_AGAIN_MS;
    if (everyMs === undefined || data === undefined) return false;
    const before = goesOn.current.get(query) ?? { until: 0, acts };
    const more = Math.max(moves(data) ? READS_AFTER_END : 0, before.acts === acts ? 0 : READS_AFTER_ACT);
    const until = Math.max(before.until, more === 0 ? 0 : dataUpdateCount + more);
    goesOn.current.set(query, { until, acts });
    return dataUpdateCount < until ? everyMs : (restMs ?? false);
  };
}

/** Reads the answer of the API at a link. It is read again when the person comes back to the page. */
export function useResource<Data>(link: LinkTo<Data> | undefined, following: ReadPace<Data> = {}): ReadState<Data> {
  const path = link ? pathOf(link.href) : '';
  const { data, error, isPending } = useQuery<Data>({
    queryKey: ['api', path],
    queryFn: ({ signal }) => read<Data>({ href: path }, signal),
    enabled: link !== undefined,
    refetchInterval: useInterval(following),
  });
  const repeated = useRepeated(path);
  return { data, isPending, error: error ?? (data === undefined ? (repeated ?? null) : null) };
}

interface FollowingSeveral<Data> extends ReadPace<Data> {
  /** A path that has not answered after this time counts as failed. */
  readonly withinMs?: number;
}

/** Reads the answers of the API at several links. */
export function useResources<Data>(
  links: readonly LinkTo<Data>[],
  { withinMs = 60_000, ...following }: FollowingSeveral<Data> = {},
): readonly UseQueryResult<Data>[] {
  const refetchInterval = useInterval(following);
  return useQueries({
    queries: links.map((link) => ({
      queryKey: ['api', pathOf(link.href)],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        read(link, AbortSignal.any([signal, AbortSignal.timeout(withinMs)])),
      refetchInterval,
    })),
  });
}

/** Call this after a write, so that everything on the screen is read again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => {
    acts += 1;
    return queries.invalidateQueries({ queryKey: ['api'] });
  };
}
