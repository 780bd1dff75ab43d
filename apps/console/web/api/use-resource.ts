import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { read, type Resource, useRepeated } from './client.js';

interface Following {
  /** Reads it again so often, for what moves by itself. */
  readonly everyMs?: number;
}

interface Read {
  readonly data: Resource | undefined;
  /** Also while it is being repeated, and nothing has come yet. */
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** What the API answers at a path, read again when the person comes back to the page. */
export function useResource(path: string | undefined, { everyMs }: Following = {}): Read {
  const { data, error, isPending } = useQuery({
    queryKey: ['api', path],
    queryFn: ({ signal }) => read(path ?? '', signal),
    enabled: path !== undefined,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const repeated = useRepeated(path ?? '');
  return { data, isPending, error: error ?? (data === undefined ? (repeated ?? null) : null) };
}

interface FollowingSeveral extends Following {
  /** After so long, one that did not answer is told as failed. */
  readonly withinMs?: number;
}

/** What the API answers at each of several paths. */
export const useResources = (
  paths: readonly string[],
  { everyMs, withinMs = 60_000 }: FollowingSeveral = {},
): readonly UseQueryResult<Resource>[] =>
  useQueries({
    queries: paths.map((path) => ({
      queryKey: ['api', path],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        read(path, AbortSignal.any([signal, AbortSignal.timeout(withinMs)])),
      ...(everyMs !== undefined && { refetchInterval: everyMs }),
    })),
  });

/** To be called after a write: everything on the screen is read again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['api'] });
}
