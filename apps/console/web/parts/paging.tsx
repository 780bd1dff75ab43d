import type { ReactElement } from 'react';
import { linkOf, pageOf } from '../api/resource.js';
import { Go } from './go.js';

/** The pages beside one of a list, at the addresses that the list names. */
export function Paging({ list }: { readonly list: unknown }): ReactElement | null {
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
