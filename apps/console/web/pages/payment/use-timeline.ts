import type { Api, ItemOf, LinkTo } from '@halyard/client';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { read } from '../../api/client.js';
import { itemsOf, withQuery } from '../../api/resource.js';
import { useInterval } from '../../api/use-resource.js';

const PAGE = 200;
/** A payment with 50 fees, each told to a few subscriptions, has some 1,500 entries. */
const PAGES_MAX = 10;

/** The timeline of a transfer has the same entries as that of its payment. */
type Timeline = Api.PaymentTimeline;
export type Entry = ItemOf<Timeline>;

export interface Story {
  /** Undefined until the first page of entries is there. */
  readonly entries: readonly Entry[] | undefined;
  readonly isCut: boolean;
  readonly error: Error | null;
}

interface TimelineOptions {
  readonly everyMs: number;
  /** Whether the payment has ended. After that only its deliveries go on. */
  readonly isOver: boolean;
}

/** Whether no attempt to deliver an event has succeeded yet. */
const isOnItsWay = (entry: Entry): boolean =>
  entry.kind === 'delivery' && !entry.attempts.some(({ status }) => /^2/.test(String(status)));

/**
 * Reads all entries of a timeline. Each page is shown once it is there, and a long timeline is read again less often.
 */
export function useTimeline(link: LinkTo<Timeline> | undefined, { everyMs, isOver }: TimelineOptions): Story {
  const interval = useInterval<InfiniteData<Timeline>>({
    everyMs,
    moves: (told) => !isOver || entriesIn(told).some(isOnItsWay),
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['api', 'timeline', link?.href],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: withQuery<Timeline>(link ?? { href: '' }, `?limit=${PAGE}`),
    enabled: link !== undefined,
    getNextPageParam: ({ _links: { next } }) => next,
    refetchInterval: (query) => interval(query) && everyMs * (query.state.data?.pages.length ?? 1),
  });
  const pages = data?.pages.length ?? 0;
  const isCut = hasNextPage && pages >= PAGES_MAX;
  useEffect(() => {
    if (hasNextPage && pages < PAGES_MAX && !isFetching) void fetchNextPage();
  }, [hasNextPage, pages, isFetching, fetchNextPage]);
  return { entries: useMemo(() => data && entriesIn(data), [data]), isCut, error };
}

const entriesIn = ({ pages }: InfiniteData<Timeline>): readonly Entry[] => pages.flatMap((page) => itemsOf(page));
