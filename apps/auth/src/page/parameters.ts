/** A query from the gateway: values of a repeated name are a list. */
export type QueryTexts = Readonly<Record<string, string | readonly string[]>>;

export const parametersOf = (query: QueryTexts): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value])),
  );
