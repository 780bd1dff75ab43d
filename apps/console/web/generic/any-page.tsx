import type { Hal } from '@halyard/client';
import type { ReactElement } from 'react';
import { isList, itemsOf, linksOf, valueAt } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Value } from '../columns/columns.js';
import { usePageLocation } from '../parts/page-location.js';
import { headingAt, usePageRows } from '../parts/page-rows.js';
import { Loaded } from '../parts/page.js';
import { type Column, To } from '../parts/table.js';
import { isMoney, wordsOf } from '../parts/text.js';
import { AnyResource } from './any-resource.js';
import { innerLists } from './inner-lists.js';
import { List } from './list.js';

/** Shows what the API answers at the page's path. A path with a page of its own shows that page instead. */
export function AnyPage(): ReactElement {
  const { pathname } = usePageLocation();
  const known = innerLists[pathname.split('/').at(-1) ?? ''];
  return known ? <known.Whole /> : <UnknownPage />;
}

function UnknownPage(): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const path = pathname.replace(/\/$/, '');
  const read = useResource<Hal>({ href: path + searchStr });
  return (
    <Loaded reads={{ read }}>
      {({ read: data }) => (isList(data) ? <AnyList path={path} list={data} /> : <AnyResource path={path} of={data} />)}
    </Loaded>
  );
}

const COLUMNS_MAX = 6;

/** A list whose columns are the first attributes of its items. */
function AnyList({ path, list }: { readonly path: string; readonly list: Hal }): ReactElement {
  const heading = headingAt(usePageRows(), path);
  const items = itemsOf(list);
  const isShown = (name: string): boolean => name !== 'id' && items.some((item) => isCellValue(valueAt(item, name)));
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter(isShown).slice(0, COLUMNS_MAX);
  const columns = (names.length > 0 ? names : ['id']).map((name, place): Column<Hal> => ({
    name: wordsOf(name),
    of: (item) => {
      const value = <Value attribute={name} value={valueAt(item, name)} />;
      return place === 0 ? <To href={linksOf(item)['self']}>{value}</To> : value;
    },
  }));
  return <List row={{ heading, columns, create: {}, empty: 'There is none.' }} list={list} items={items} />;
}

const isCellValue = (value: unknown): boolean =>
  isMoney(value) ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '');
