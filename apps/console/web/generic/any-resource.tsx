import type { Hal } from '@halyard/client';
import type { ReactElement, ReactNode } from 'react';
import { linksOf, nameOf } from '../api/resource.js';
import { headingAt, usePageRows } from '../parts/page-rows.js';
import { Page } from '../parts/page.js';
import { Tools } from '../parts/tools.js';
import { Actions } from './actions.js';
import { Facts, Links } from './facts.js';
import { innerLists } from './inner-lists.js';

/** A page for a resource of any type. */
export function AnyResource({ path, of }: { readonly path: string; readonly of: Hal }): ReactElement {
  const rows = usePageRows();
  const name = nameOf(of) || headingAt(rows, path);
  return (
    <Page heading={name} tools={<Tools path={path} resource={of} />}>
      <ResourceBody of={of} name={name} />
    </Page>
  );
}

interface ResourceBodyProps {
  readonly of: Hal;
  /** The name of the resource, for questions to the person. */
  readonly name: string;
  /** A note at the top of an action's dialog, by template name. */
  readonly notes?: Readonly<Record<string, ReactElement>>;
  /** Shown above the attributes. */
  readonly lead?: ReactNode;
  /** Further content of the page. */
  readonly children?: ReactNode;
}

/** Shows the actions on a resource, its attributes, and the lists that it links to. */
export function ResourceBody({ of, name, notes = {}, lead, children }: ResourceBodyProps): ReactElement {
  const links = linksOf(of);
  return (
    <>
      <div className="actions">
        <Actions resource={of} subject={name} notes={notes} />
      </div>
      {lead}
      <Facts of={of} />
      <Links of={of} />
      {Object.entries(innerLists).map(([rel, { Inner }]) => {
        const link = links[rel];
        return link && <Inner key={rel} of={link} />;
      })}
      {children}
    </>
  );
}
