/** Payments whose stories are alike, `<flow>: <row of the table>`: each entry below its cause, and what is told of it. */
export interface TreeRow {
  readonly rows: readonly string[];
  readonly tree: string;
}
