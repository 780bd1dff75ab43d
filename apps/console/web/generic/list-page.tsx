import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { idOf, itemsOf, linkOf, pageOf, templatesOf } from '../api/resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { TemplateForm } from '../forms/form.js';
import { Dialog } from '../parts/dialog.js';
import { Filters } from '../parts/filters.js';
import { Go, useGo } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import { ListTools, Page } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { Table } from '../parts/table.js';
import { columnsOf } from './columns.js';
import { Crumbs } from './crumbs.js';
import { type ListPage, parentOf } from './list-table.js';

interface ListProps {
  readonly path: string;
  readonly page: ListPage;
  readonly list: Resource;
}

/** A list, with its table, its filters, and a way to add an item. */
export function List({ path, page, list }: ListProps): ReactElement {
  const { heading, table = heading, search, searchName, choices, fields, empty } = page;
  const { searchStr } = usePageLocation();
  return (
    <Page
      heading={heading}
      crumbs={parentOf(path) && <Crumbs of={path} />}
      actions={
        <>
          <Create list={list} page={page} />
          <ListTools path={path + searchStr} list={list} />
        </>
      }
    >
      <Filters path={path} search={search} searchName={searchName} choices={choices} fields={fields} />
      <Table name={table} columns={columnsOf(page)} items={itemsOf(list)} empty={<p>{empty}</p>} />
      <Paging list={list} />
    </Page>
  );
}

function Create({ list, page: { create } }: { readonly list: Resource; readonly page: ListPage }): ReactElement | null {
  const [isOpen, setOpen] = useState(() => keptNameOf(linkOf(list, 'self')) === 'default');
  const go = useGo();
  const { default: template } = templatesOf(list);
  if (!create) return null;
  const { label, to, madeAt } = create;
  if (to !== undefined)
    return Object.keys(templatesOf(list)).length > 0 ? (
      <Go to={to} className="button">
        {label}
      </Go>
    ) : null;
  if (!template) return null;
  return (
    <>
      <a
        href="#create"
        className="button"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
      </a>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <TemplateForm
            resource={list}
            name="default"
            template={template}
            submit={label}
            onDone={(answer) => {
              setOpen(false);
              const location = locationOf(answer) ?? linkOf(answer, 'self');
              if (location !== undefined) go(madeAt === undefined ? pageOf(location) : `${madeAt}/${idOf(location)}`);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

const locationOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'location' in answer && typeof answer.location === 'string'
    ? answer.location
    : undefined;
