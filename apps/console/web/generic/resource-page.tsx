import type { AnswerOf, Hal, PathOf } from '@halyard/client';
import type { ReactElement } from 'react';
import { type ReadPace, useResource } from '../api/use-resource.js';
import { usePageLocation } from '../parts/page-location.js';
import type { PageRow } from '../parts/page-rows.js';
import { Loaded, Page } from '../parts/page.js';
import { Tools } from '../parts/tools.js';

export interface BodyProps<Data> {
  readonly of: Data;
  /** The path of the page, and of the resource in the API. */
  readonly path: string;
}

interface ResourceRow<P extends PathOf<'get'>, Data> extends Omit<PageRow, 'path' | 'Show'> {
  readonly path: P;
  /** The heading once the resource is known. */
  readonly headingOf?: (resource: Data) => string;
  /** Links to the pages above this one, if the resource names them. */
  readonly crumbsOf?: (resource: Data) => ReactElement | null;
  /** When the resource is read again. */
  readonly useFollowing?: () => ReadPace<Data>;
  /** The command to copy. By default it reads the resource. */
  readonly curlOf?: (resource: Data) => string;
  readonly Body: (props: BodyProps<Data>) => ReactElement;
}

const none = (): ReadPace<never> => ({});

/** A page that shows the resource at its path. */
export function resourcePage<P extends PathOf<'get'>, Data extends Hal & AnswerOf<'get', P>>(
  row: ResourceRow<P, Data>,
): PageRow {
  const { heading, headingOf, crumbsOf, useFollowing = none, curlOf, Body, ...others } = row;
  function Show(): ReactElement {
    const { pathname } = usePageLocation();
    const resource = useResource<Data>({ href: pathname }, useFollowing());
    return (
      <Loaded reads={{ resource }}>
        {({ resource: data }) => (
          <Page
            heading={headingOf?.(data) || heading}
            {...(crumbsOf && { crumbs: crumbsOf(data) })}
            tools={<Tools path={pathname} resource={data} curl={curlOf?.(data)} />}
          >
            <Body of={data} path={pathname} />
          </Page>
        )}
      </Loaded>
    );
  }
  return { ...others, heading, Show };
}
