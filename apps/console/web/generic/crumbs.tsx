import type { ReactElement } from 'react';
import { Go } from '../parts/go.js';
import { parentOf } from './list-table.js';

/** The way back from a page whose path is that of its resource. */
export function Crumbs({ of }: { readonly of: string }): ReactElement | null {
  const parent = parentOf(of);
  if (!parent) return null;
  const [path, heading] = parent;
  return <Go to={path}>{heading}</Go>;
}
