import { useMatch } from '@tanstack/react-router';

/** Where the page that is drawn belongs. The browser's address may already be that of the next page. */
export function usePageLocation(): { readonly pathname: string; readonly searchStr: string } {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const searchStr = useMatch({ strict: false, select: ({ search }) => queryOf(search as Search) });
  return { pathname, searchStr };
}

/** The router keeps the text of a query as it is (router.tsx). */
interface Search {
  readonly text?: unknown;
}

const queryOf = ({ text }: Search): string => (typeof text === 'string' && text !== '' ? `?${text}` : '');
