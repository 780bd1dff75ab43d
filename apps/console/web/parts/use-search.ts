import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from './use-settled.js';

/** The API's lists and searches may be this far behind the last change. */
const BEHIND_MS = 2_000;
/** A search that finds nothing ends after this many times, in case nobody looks at the page any more. */
const LOOKS_MAX = 30;

interface Search<Found> {
  /** The name under which answers are cached. */
  readonly name: string;
  /** The text in the field. */
  readonly text: string;
  /** Whether to search for this text now. */
  readonly isAsked: (text: string) => boolean;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Found[]>;
}

interface SearchAnswer<Found> {
  readonly found: readonly Found[];
  /** Why the search failed. */
  readonly error?: unknown;
}

interface SearchState<Found> {
  /** The last answer, which belongs to another text while `isLooking`. Undefined before the first answer. */
  readonly answer: SearchAnswer<Found> | undefined;
  /** False while a search that failed or found nothing is only repeated, so that its outcome stays on the screen. */
  readonly isLooking: boolean;
  readonly again: () => void;
}

/**
 * Searches for a text once nobody types any more. The search is repeated while it fails or finds nothing: what the
 * person looks for may have been made a moment ago.
 */
export function useSearch<Found>({ name, text, isAsked, find }: Search<Found>): SearchState<Found> {
  const asked = useSettled(text);
  const { data, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['found', name, asked],
    queryFn: ({ signal }) => answerOf(find(asked, signal)),
    enabled: isAsked(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A text that is typed again is looked for as if for the first time.
    gcTime: 0,
    refetchInterval: ({ state: { data: last, dataUpdateCount } }) =>
      last?.found.length === 0 && (last.error !== undefined || dataUpdateCount < LOOKS_MAX) && BEHIND_MS,
  });
  const isReplaced = isFetching && data !== undefined && data.found.length > 0;
  return {
    answer: data,
    isLooking: asked !== text || data === undefined || isPlaceholderData || isReplaced,
    again: () => void refetch(),
  };
}

/** A failure is an answer, so that it stays known while the search is repeated: a query forgets its error then. */
const answerOf = <Found>(finding: Promise<readonly Found[]>): Promise<SearchAnswer<Found>> =>
  finding.then(
    (found) => ({ found }),
    (error: unknown) => ({ found: [], error }),
  );
