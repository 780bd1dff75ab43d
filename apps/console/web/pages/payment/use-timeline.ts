import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { read, type Resource } from '../../api/client.js';
import { allAt, itemsOf, linkOf, pageOf, text } from '../../api/resource.js';
import { useInterval } from '../../api/use-resource.js';

const PAGE = 200;
/** A payment with 50 fees, each told to a few subscriptions, has some 1,500 entries. */
const PAGES_MAX = 10;

export interface Story {
  /** Undefined until the first page of entries is there. */
  readonly entries: readonly Resource[] | undefined;
  readonly isCut: boolean;
  readonly error: Error | null;
}

interface Telling {
  readonly everyMs: number;
  /** Whether the payment has ended. After that only its deliveries go on. */
  readonly isOver: boolean;
}

/** Whether no attempt to deliver an event has succeeded yet. */
const isOnItsWay = (entry: Resource): boolean =>
  text(entry, 'kind') === 'delivery' && !allAt(entry, 'attempts.status').some((status) => /^2/.test(String(status)));

/**
 * Reads all entries of a timeline. Each page is shown once it is there, and a long timeline is read again less often.
 */
export function useTimeline(path: string | undefined, { everyMs, isOver }: Telling): Story {
  const interval = useInterval<InfiniteData<Resource>>({
    everyMs,
    moves: (told) => !isOver || entriesIn(told).some(isOnItsWay),
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['api', 'timeline', path],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: `${path ?? ''}?limit=${String(PAGE)}`,
    enabled: path !== undefined,
    getNextPageParam: nextOf,
    refetchInterval: (query) => interval(query) && everyMs * (query.state.data?.pages.length ?? 1),
  });
  const pages = data?.pages.length ?? 0;
  const isCut = hasNextPage && pages >= PAGES_MAX;
  useEffect(() => {
    if (hasNextPage && pages < PAGES_MAX && !isFetching) void fetchNextPage();
  }, [hasNextPage, pages, isFetching, fetchNextPage]);
  return { entries: useMemo(() => data && entriesIn(data), [data]), isCut, error };
}

const entriesIn = ({ pages }: InfiniteData<Resource>): readonly Resource[] => pages.flatMap(itemsOf);

function nextOf(page: Resource): string | undefined {
  const link = linkOf(page, 'next');
  return link === undefined ? undefined : pageOf(link);
}
