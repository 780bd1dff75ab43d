import type { ReactElement } from 'react';
import { linkOf, pageOf as samePage } from '../api/resource.js';
import { Go } from './go.js';

interface PagingProps {
  readonly list: unknown;
  /** The page of a link, where that is not at the same path. */
  readonly pageOf?: (href: string) => string;
}

/** The pages beside one of a list, at the addresses that the list names. */
export function Paging({ list, pageOf = samePage }: PagingProps): ReactElement | null {
  const [previous, next] = [linkOf(list, 'prev'), linkOf(list, 'next')];
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
