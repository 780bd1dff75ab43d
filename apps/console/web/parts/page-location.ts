import { useMatch } from '@tanstack/react-router';

/** The address of the page that is drawn. The browser may already have the address of the next page. */
export function usePageLocation(): { readonly pathname: string; readonly searchStr: string } {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const searchStr = useMatch({ strict: false, select: ({ search }) => queryOf(search as Search) });
  return { pathname, searchStr };
}

/** The router keeps the text of a query unchanged (router.tsx). */
interface Search {
  readonly text?: unknown;
}

const queryOf = ({ text }: Search): string => (typeof text === 'string' && text !== '' ? `?${text}` : '');
