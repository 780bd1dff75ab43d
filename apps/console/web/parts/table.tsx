import type { Link } from '@halyard/client';
import { memo, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { pageOf, shortId } from '../api/resource.js';
import { Go } from './go.js';
import { Icon } from './icon.js';
import { Nothing } from './nothing.js';
import { Words } from './text.js';

export interface Column<Item> {
  readonly name: string;
  readonly of: (item: Item) => ReactNode;
  readonly isNumber?: true;
  /** Whether an item has a value. A column in which no item has one is left out. By default every item has one. */
  readonly has?: (item: Item) => boolean;
}

/** The part that a row shows below itself once its button is pressed. */
export interface RowDetails<Item> {
  readonly label: (item: Item) => string;
  readonly Show: (props: { readonly of: Item }) => ReactElement;
}

interface TableProps<Item> {
  readonly name: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly empty: ReactNode;
  readonly details?: RowDetails<Item> | undefined;
  /** Whether the address of the page asks for an item. */
  readonly isAskedFor?: (item: Item) => boolean;
}

/**
 * On a narrow screen each row is a card, by the style sheet. The roles are named because an element that is drawn as
 * something else than a table would lose them.
 */
export function Table<Item>({ name, columns, items, empty, details, isAskedFor }: TableProps<Item>): ReactElement {
  const keys = keysOf(items);
  const shown = columns.filter(({ has }) => has === undefined || items.some(has));
  return (
    <div className="scrolls cards" role="group" aria-label={`${name}, scrolls`} tabIndex={0}>
      <table aria-label={name} role="table">
        {items.length > 0 && (
          <thead role="rowgroup">
            <tr role="row">
              {shown.map(({ name: column, isNumber }) => (
                <th key={column} scope="col" role="columnheader" className={isNumber && 'number'}>
                  {column}
                </th>
              ))}
              {details && (
                <th scope="col" role="columnheader">
                  <span className="unseen">More</span>
                </th>
              )}
            </tr>
          </thead>
        )}
        <tbody role="rowgroup">
          {items.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={shown.length} className="empty">
                <Nothing>{empty}</Nothing>
              </td>
            </tr>
          )}
          {items.map((item, index) => (
            <Row
              key={keys[index]}
              columns={shown}
              item={item}
              details={details}
              isAskedFor={isAskedFor?.(item) === true}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly item: Item;
  readonly details: RowDetails<Item> | undefined;
  readonly isAskedFor: boolean;
}

/** A row is drawn again only if its item or its columns change: a list that grows draws its new rows alone. */
const Row = memo(
  function Row<Item>({ columns, item, details, isAskedFor }: RowProps<Item>): ReactElement {
    const [isOpen, setOpen] = useState(false);
    const row = useRef<HTMLTableRowElement>(null);
    useEffect(() => {
      if (isAskedFor) row.current?.scrollIntoView({ block: 'center' });
    }, [isAskedFor]);
    return (
      <>
        <tr ref={row} role="row" aria-current={isAskedFor || undefined}>
          {columns.map(({ name, of, isNumber }) => (
            <td key={name} role="cell" data-label={name} className={isNumber && 'number'}>
              {wrapped(of(item))}
            </td>
          ))}
          {details && (
            <td role="cell">
              <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {details.label(item)}
                <Icon name={isOpen ? 'down' : 'right'} />
              </button>
            </td>
          )}
        </tr>
        {details && isOpen && (
          <tr role="row" className="legs">
            <td role="cell" colSpan={columns.length + 1}>
              <details.Show of={item} />
            </td>
          </tr>
        )}
      </>
    );
  },
  // The list gives the same columns for the same items, though in a new array when another column appears.
  (before, after) =>
    before.item === after.item &&
    before.isAskedFor === after.isAskedFor &&
    before.details === after.details &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, place) => column === after.columns[place]),
) as <Item>(props: RowProps<Item>) => ReactElement;

const wrapped = (content: ReactNode): ReactNode => (typeof content === 'string' ? <Words of={content} /> : content);

/** Keys that tell items apart. Items without an address of their own are told apart by their order. */
function keysOf(items: readonly unknown[]): readonly string[] {
  const found = new Map<string, number>();
  return items.map((item) => {
    const { _links, id } = item as { readonly _links?: { readonly self?: Link }; readonly id?: string };
    const own = _links?.self?.href ?? id ?? '';
    const before = found.get(own) ?? 0;
    found.set(own, before + 1);
    return `${own} ${String(before)}`;
  });
}

/** A link to the page of a linked resource. Without a link, it is only text. */
export const To = ({ href, children }: { readonly href: Link | string | undefined; readonly children?: ReactNode }) =>
  href === undefined ? <>{children ?? '–'}</> : <Go to={pageOf(href)}>{wrapped(children) ?? shortId(href)}</Go>;
