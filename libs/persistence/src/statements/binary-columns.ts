import { BinaryArray } from './binary-array.js';

interface Elements {
  boolean: boolean;
  bytea: Uint8Array;
  bigint: bigint;
  integer: number;
  text: string;
  timestamptz: Date;
  uuid: string;
}

type Column<Row> = {
  [Element in keyof Elements]: readonly [element: Element, valueOf: (row: Row) => Elements[Element] | null];
}[keyof Elements];

/**
 * Turns rows into one array for each column, as parameters for `unnest`. The statement may cast text, for example to
 * JSON.
 */
export const binaryColumns = <Row>(rows: readonly Row[], ...columns: readonly Column<Row>[]): Buffer[] =>
  columns.map(([element, valueOf]) => columnOf<Row, typeof element>(rows, element, valueOf));

function columnOf<Row, Element extends keyof Elements>(
  rows: readonly Row[],
  element: Element,
  valueOf: (row: Row) => Elements[Element] | null,
): Buffer {
  const array = new BinaryArray(element);
  const adders: { readonly [Each in keyof Elements]: (value: Elements[Each] | null) => void } = array;
  for (const row of rows) adders[element](valueOf(row));
  return array.finish();
}
