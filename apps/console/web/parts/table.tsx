import type { Link } from '@halyard/client';
import { memo, type ReactElement, type ReactNode } from 'react';
import { pageOf, shortId } from '../api/resource.js';
import { Go } from './go.js';
import { Words } from './text.js';

export interface Column<Item> {
  readonly name: string;
  readonly of: (item: Item) => ReactNode;
  readonly isNumber?: true;
}

interface TableProps<Item> {
  readonly name: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly empty: ReactNode;
}

/** On a narrow screen the table scrolls inside itself. */
export function Table<Item>({ name, columns, items, empty }: TableProps<Item>): ReactElement {
  const keys = keysOf(items);
  return (
    <div className="scrolls" role="group" aria-label={`${name}, scrolls`} tabIndex={0}>
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ name: column, isNumber }) => (
              <th key={column} scope="col" className={isNumber && 'number'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="empty">
                <p>{empty}</p>
              </td>
            </tr>
          )}
          {items.map((item, index) => (
            <Row key={keys[index]} columns={columns} item={item} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly item: Item;
}

/** A row is drawn again only if its item or its columns change: a list that grows draws its new rows alone. */
const Row = memo(function Row<Item>({ columns, item }: RowProps<Item>): ReactElement {
  return (
    <tr>
      {columns.map(({ name, of, isNumber }) => (
        <td key={name} className={isNumber && 'number'}>
          {wrapped(of(item))}
        </td>
      ))}
    </tr>
  );
}) as <Item>(props: RowProps<Item>) => ReactElement;

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
