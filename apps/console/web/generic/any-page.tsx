import type { ReactElement } from 'react';
import { isList } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, Waiting } from '../parts/page.js';
import { List } from './list-page.js';
import { headingAt, listPageFor, listPageOf } from './list-table.js';
import { ResourcePage } from './resource-page.js';

/** Shows the API's resource at the page's path. Some paths have a page of their own instead. */
export function AnyPage(): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const path = pathname.replace(/\/$/, '');
  const { data, error } = useResource(path + searchStr);
  const heading = listPageOf(path)?.heading ?? headingAt(path);
  if (error) return <Failed error={error} heading={heading} />;
  if (!data) return <Waiting heading={heading} />;
  return isList(data) ? (
    <List path={path} page={listPageFor(path, data)} list={data} />
  ) : (
    <ResourcePage path={path} resource={data} />
  );
}
