import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { isList } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Failed, NotFound, Waiting } from '../parts/page.js';
import { List } from './list-page.js';
import { listPageOf } from './list-table.js';
import { ResourcePage } from './resource-page.js';
import { apiPathOf } from './known-paths.js';

/** The page of whatever the API has at the same path, unless another page is made for it. */
export function AnyPage(): ReactElement {
  const { pathname, searchStr } = useLocation();
  const path = apiPathOf(pathname);
  const { data, error } = useResource(path === undefined ? undefined : path + searchStr);
  if (path === undefined) return <NotFound />;
  const page = listPageOf(path);
  const heading = page?.heading ?? 'Halyard';
  if (error) return <Failed error={error} heading={heading} />;
  if (!data) return <Waiting heading={heading} />;
  return page && isList(data) ? (
    <List path={path} page={page} list={data} />
  ) : (
    <ResourcePage path={path} resource={data} />
  );
}
