import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { read, type Resource } from '../../api/client.js';
import { itemsOf, linkOf, pageOf } from '../../api/resource.js';

const PAGE = 200;
/** A payment with 50 fees, each told to a few subscriptions, has some 1,500 entries. */
const ENTRIES_MAX = 2_000;

interface Story {
  readonly entries: readonly Resource[];
  readonly isCut: boolean;
}

/** All entries of a timeline, page by page. */
export const useTimeline = (path: string | undefined, everyMs: number): UseQueryResult<Story> =>
  useQuery({
    queryKey: ['api', 'timeline', path],
    queryFn: ({ signal }) => readAll(path ?? '', signal),
    enabled: path !== undefined,
    refetchInterval: everyMs,
  });

async function readAll(path: string, signal: AbortSignal): Promise<Story> {
  const entries: Resource[] = [];
  let next: string | undefined = `${path}?limit=${String(PAGE)}`;
  while (next !== undefined && entries.length < ENTRIES_MAX) {
    const page = await read(next, signal);
    entries.push(...itemsOf(page));
    const link = linkOf(page, 'next');
    next = link === undefined ? undefined : pageOf(link);
  }
  return { entries, isCut: next !== undefined };
}
