import { memo, type ReactElement, type ReactNode } from 'react';
import type { Resource } from '../api/client.js';
import { linkOf, pageOf, shortId, text } from '../api/resource.js';
import { Go } from './go.js';
import { Words } from './text.js';

export interface Column {
  readonly name: string;
  readonly of: (item: Resource) => ReactNode;
  readonly isNumber?: true;
}

interface TableProps {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly items: readonly Resource[];
  readonly empty: ReactNode;
}

/** On a narrow screen the table scrolls inside itself. */
export function Table({ name, columns, items, empty }: TableProps): ReactElement {
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
                {empty}
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

interface RowProps {
  readonly columns: readonly Column[];
  readonly item: Resource;
}

/** A row is drawn again only if its item or its columns change: a list that grows draws its new rows alone. */
const Row = memo(function Row({ columns, item }: RowProps): ReactElement {
  return (
    <tr>
      {columns.map(({ name, of, isNumber }) => (
        <td key={name} className={isNumber && 'number'}>
          {told(of(item))}
        </td>
      ))}
    </tr>
  );
});

const told = (content: ReactNode): ReactNode => (typeof content === 'string' ? <Words of={content} /> : content);

/** Items without an address of their own have that of their list, or none. Their order tells them apart. */
function keysOf(items: readonly Resource[]): readonly string[] {
  const found = new Map<string, number>();
  return items.map((item) => {
    const own = linkOf(item, 'self') ?? text(item, 'id');
    const before = found.get(own) ?? 0;
    found.set(own, before + 1);
    return `${own} ${String(before)}`;
  });
}

/** A link to the page of a linked resource. Without a link, it is only text. */
export const To = ({ href, children }: { readonly href: string | undefined; readonly children?: ReactNode }) =>
  href === undefined ? <>{children ?? '–'}</> : <Go to={pageOf(href)}>{told(children) ?? shortId(href)}</Go>;
