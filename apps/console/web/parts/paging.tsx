import type { Link } from '@halyard/client';
import type { ReactElement } from 'react';
import { linksOf, pageOf as samePage } from '../api/resource.js';
import { Go } from './go.js';

interface PagingProps {
  readonly list: unknown;
  /** The page for a link. By default it has the path of the link. */
  readonly pageOf?: (link: Link) => string;
}

/** Links to the previous and the next page of a list, at the addresses that the list names. */
export function Paging({ list, pageOf = samePage }: PagingProps): ReactElement | null {
  const { prev: previous, next } = linksOf(list);
  if (previous === undefined && next === undefined) return null;
  return (
    <p className="paging">
      {previous !== undefined && (
        <Go to={pageOf(previous)} rel="prev">
          Previous page
        </Go>
      )}
      {next !== undefined && (
        <Go to={pageOf(next)} rel="next">
          Next page
        </Go>
      )}
    </p>
  );
}
