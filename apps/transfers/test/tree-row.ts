/**
 * Payments with the same story, as `<flow>: <row of the table>`: each entry below its cause, with its published events.
 */
export interface TreeRow {
  readonly rows: readonly string[];
  readonly tree: string;
}
