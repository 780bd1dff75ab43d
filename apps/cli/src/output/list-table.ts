import type { Hal } from '../api/api.js';
import { cellOf, scalarOf } from './cells.js';
import { valueAt } from './fields.js';
import { TableLayout } from './table.js';
import { plain } from './terminal-text.js';

const COLUMNS = 7;

interface Column {
  readonly member: string;
  /** Defaults to the member's name. */
  readonly heading?: string;
}

const columns = (...members: readonly string[]): readonly Column[] => members.map((member) => ({ member }));

/** The columns of lists whose first attributes are not those that people look for, by the name of the list. */
const usualColumns: Readonly<Record<string, readonly Column[]>> = {
  'funding-sources': columns('id', 'status', 'type', 'lastFour', 'name', 'bankAccountType', 'created'),
  payments: [
    ...columns('id', 'status', 'amount'),
    { member: 'parties.source.name', heading: 'from' },
    { member: 'parties.destination.name', heading: 'to' },
    ...columns('created', 'correlationId'),
  ],
  requests: columns('id', 'status', 'method', 'path', 'durationMs', 'created'),
};

/** An attribute's own name may have dots. */
const valueOf = (item: Hal, { member }: Column): unknown =>
  Object.hasOwn(item, member) ? item[member] : valueAt(item, member);

function columnsOf(name: string, items: readonly Hal[]): readonly Column[] {
  const isThere = (column: Column): boolean => items.some((item) => valueOf(item, column) !== undefined);
  const usual = Object.hasOwn(usualColumns, name) ? (usualColumns[name] ?? []).filter(isThere) : [];
  if (usual.length > 0) return usual;
  const found = new Set<string>();
  for (const item of items)
    for (const [attribute, value] of Object.entries(item)) if (scalarOf(value) !== undefined) found.add(attribute);
  return columns(...[...found].slice(0, COLUMNS));
}

/** A list as a table: an item a line. Its later pages have the columns of the first. */
export class ListTable {
  private layout: TableLayout | undefined;
  private columns: readonly Column[] | undefined;

  /** @param room the width of the terminal, if there is one */
  constructor(
    private readonly name: string,
    private readonly fields: readonly string[] | undefined,
    private readonly room: number | undefined,
  ) {}

  pageText(items: readonly Hal[]): string {
    const shown = (this.columns ??= this.fields ? columns(...this.fields) : columnsOf(this.name, items));
    const rows = items.map((item) => shown.map((column) => cellOf(valueOf(item, column))));
    if (this.layout) return this.layout.linesOf(rows);
    const all = [shown.map(({ member, heading = member }) => plain(heading)), ...rows];
    this.layout = new TableLayout(all, this.room);
    return this.layout.linesOf(all);
  }
}
