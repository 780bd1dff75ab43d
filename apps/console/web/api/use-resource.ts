import { ApiError } from '@halyard/client';
import { type Query, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { read, type Resource, useRepeated } from './client.js';

export interface Following<Data = Resource> {
  /** Reads it again so often, for what moves by itself. */
  readonly everyMs?: number;
  /** Whether it still moves: what is over is not asked for again. Always by default. */
  readonly moves?: (data: Data) => boolean;
  /** Reads it so often while it rests, for what somebody else may decide; never by default. */
  readonly restMs?: number;
}

interface Read {
  readonly data: Resource | undefined;
  /** Also while it is being repeated, and nothing has come yet. */
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** What has just ended is read so often more: what follows from its end comes a moment later. */
const READS_AFTER_END = 5;
/** What somebody here has acted on is read so often, until it shows what came of that: a webhook that is sent again, say. */
const READS_AFTER_ACT = 30;

/** How often somebody has acted in this document. */
let acts = 0;

/** What the client gave up is asked for now and then. */
export const TRIED_AGAIN_MS = 5_000;

type State<Data> = Pick<Query<Data>['state'], 'data' | 'error' | 'dataUpdateCount'>;

/** Also no answer in time may pass. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && !error.isRetryable;

/** How long until it is read again: what was refused is not asked for again, unless that may pass by itself. */
export function useInterval<Data = Resource>({
  everyMs,
  moves = () => true,
  restMs,
}: Following<Data>): (query: { readonly state: State<Data> }) => number | false {
  /** By query: up to how many reads it goes on, and what was done here until then. */
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

/** What the API answers at a path, read again when the person comes back to the page. */
export function useResource(path: string | undefined, following: Following = {}): Read {
  const { data, error, isPending } = useQuery({
    queryKey: ['api', path],
    queryFn: ({ signal }) => read(path ?? '', signal),
    enabled: path !== undefined,
    refetchInterval: useInterval(following),
  });
  const repeated = useRepeated(path ?? '');
  return { data, isPending, error: error ?? (data === undefined ? (repeated ?? null) : null) };
}

interface FollowingSeveral extends Following {
  /** After so long, one that did not answer is told as failed. */
  readonly withinMs?: number;
}

/** What the API answers at each of several paths. */
export function useResources(
  paths: readonly string[],
  { withinMs = 60_000, ...following }: FollowingSeveral = {},
): readonly UseQueryResult<Resource>[] {
  const refetchInterval = useInterval(following);
  return useQueries({
    queries: paths.map((path) => ({
      queryKey: ['api', path],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        read(path, AbortSignal.any([signal, AbortSignal.timeout(withinMs)])),
      refetchInterval,
    })),
  });
}

/** To be called after a write: everything on the screen is read again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => {
    acts += 1;
    return queries.invalidateQueries({ queryKey: ['api'] });
  };
}
