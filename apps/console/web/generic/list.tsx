import type { Hal, ItemOf, Link } from '@halyard/client';
import type { ReactElement, ReactNode } from 'react';
import { idOf, itemsOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { type FilterChoice, type FilterField, Filters, type SearchBox } from '../parts/filters.js';
import { Go, useGo } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import { type PagePath, singular } from '../parts/page-rows.js';
import { Loaded, Page } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { Section } from '../parts/section.js';
import { type Column, type RowDetails, Table } from '../parts/table.js';
import { ListTools } from '../parts/tools.js';
import { Actions } from './actions.js';
import { CreateButton } from './create-button.js';

/** Describes a list that consists of a table. */
export interface ListRow<Item> {
  readonly heading: string;
  /** The table's name. Defaults to the heading. */
  readonly table?: string;
  readonly columns: readonly Column<Item>[];
  readonly details?: RowDetails<Item>;
  readonly search?: string | SearchBox;
  readonly choices?: readonly FilterChoice[];
  readonly fields?: readonly FilterField[];
  readonly create?: Create;
  readonly empty: string;
}

/** How people add an item: on the page `to`, by a button of its own, or else by the list's form `default`. */
interface Create {
  /** By default it names one of the items. */
  readonly label?: string;
  readonly to?: PagePath;
  readonly Button?: (props: { readonly list: Hal; readonly label: string }) => ReactElement | null;
  /** The path below which the new item has its page. Defaults to the item's own path. */
  readonly madeAt?: string;
  /** A note in the dialog of the form. */
  readonly note?: ReactElement;
  /** Another way to add an item to the list at a path. */
  readonly Other?: (props: { readonly path: string }) => ReactElement;
}

export interface InnerProps {
  readonly of: Link;
  /** Actions that the page around the list offers itself. */
  readonly without?: readonly string[];
}

/** A list as a page of its own, and as a part of the page of what it belongs to. */
export interface ListViews {
  readonly heading: string;
  readonly Whole: () => ReactElement;
  readonly Inner: (props: InnerProps) => ReactElement;
}

/** Makes the page and the section that show lists of a type, from their description. */
export function listOf<L extends Hal & { readonly _embedded?: unknown }>(row: ListRow<ItemOf<L>>): ListViews {
  const { columns } = row;
  return {
    heading: row.heading,
    Whole: () => {
      const { pathname, searchStr } = usePageLocation();
      const read = useResource<L>({ href: pathname + searchStr });
      return (
        <Loaded reads={{ read }}>{({ read: list }) => <List row={row} list={list} items={itemsOf(list)} />}</Loaded>
      );
    },
    Inner: ({ of, without }) => (
      <Section<L> name={row.heading} of={of}>
        {(list) => (
          <>
            <Table name={row.heading} columns={columns} items={itemsOf(list)} empty={row.empty} />
            <Paging list={list} />
            <InnerActions row={row} list={list} path={pageOf(of)} without={without} />
          </>
        )}
      </Section>
    ),
  };
}

type ListLabels = Pick<ListRow<never>, 'heading' | 'create'>;

/** The label of the button that adds an item to a list. */
const createLabelOf = ({ heading, create }: ListLabels): string =>
  create?.label ?? `Create ${singular(heading).toLowerCase()}`;

interface ListProps<Item> {
  readonly row: ListRow<Item>;
  readonly list: Hal;
  readonly items: readonly Item[];
  /** The path and query of the list in the API. By default those of the page. */
  readonly path?: string;
  readonly isPaged?: boolean;
  /** The page of another page of the list. By default it has the path of the API's link. */
  readonly pageOf?: (link: Link) => string;
  /** Shown above the table. */
  readonly children?: ReactNode;
}

/** A list as a page, with its filters and a way to add an item. */
export function List<Item>({
  row,
  list,
  items,
  path,
  isPaged = true,
  pageOf: at,
  children,
}: ListProps<Item>): ReactElement {
  const { heading, table = heading, columns, create, empty } = row;
  const { pathname, searchStr } = usePageLocation();
  return (
    <Page
      heading={heading}
      actions={create && <CreateItem row={row} create={create} list={list} />}
      tools={<ListTools path={path ?? pathname + searchStr} list={list} />}
    >
      <Filters path={pathname} search={row.search} choices={row.choices} fields={row.fields} />
      {children}
      <Table name={table} columns={columns} items={items} empty={empty} details={row.details} />
      {isPaged && <Paging list={list} {...(at && { pageOf: at })} />}
    </Page>
  );
}

interface CreateItemProps {
  readonly row: ListLabels;
  readonly create: Create;
  readonly list: Hal;
}

function CreateItem({ row, create: { to, madeAt, Button }, list }: CreateItemProps): ReactElement | null {
  const label = createLabelOf(row);
  const go = useGo();
  if (Button) return <Button list={list} label={label} />;
  if (to !== undefined)
    return Object.keys(templatesOf(list)).length > 0 ? (
      <Go to={to} className="button">
        {label}
      </Go>
    ) : null;
  return (
    <CreateButton
      of={list}
      label={label}
      onMade={(made) => go(madeAt === undefined ? pageOf(made) : `${madeAt}/${idOf(made)}`)}
    />
  );
}

interface InnerActionsProps {
  readonly row: ListLabels;
  readonly list: Hal;
  readonly path: string;
  readonly without: readonly string[] | undefined;
}

function InnerActions({ row, list, path, without }: InnerActionsProps): ReactElement | null {
  const templates = templatesOf(list);
  if (Object.keys(templates).every((name) => without?.includes(name))) return null;
  const { note, Other } = row.create ?? {};
  return (
    <div className="actions">
      <Actions
        resource={list}
        subject={idOf(path)}
        without={without}
        labels={{ default: createLabelOf(row) }}
        notes={note && { default: note }}
      />
      {Other && 'default' in templates && <Other path={path} />}
    </div>
  );
}
