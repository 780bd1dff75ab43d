import type { Api, Hal } from '../api/api.js';
import type { CommonOptions, Context } from '../context.js';
import { cellOf } from './cells.js';
import { valueAt, withOnly } from './fields.js';
import { type Extent, isList, type ItemPage, nameOf, pagesOf } from './items.js';
import { ListTable } from './list-table.js';
import { resourceText } from './text.js';
import { jsonText, plain } from './terminal-text.js';

/** How an answer is printed. */
export interface ShowOptions extends CommonOptions, Extent {
  /** The members to print. Default: all of a resource, and some of a list's items. */
  readonly fields?: readonly string[];
}

const documentText = (document: object, fields: readonly string[] | undefined): string =>
  jsonText(fields ? withOnly(document, fields) : document);

const textOf = (resource: Hal, fields: readonly string[] | undefined): string =>
  fields
    ? fields.map((field) => `${plain(field)}: ${cellOf(valueAt(resource, field))}`.trimEnd()).join('\n')
    : resourceText(resource);

export async function printAnswer(context: Context, api: Api, answer: Hal, options: ShowOptions): Promise<void> {
  const { print, note, signal, columns } = context;
  const { json, fields, ...extent } = options;
  if (!isList(answer)) return print(json ? documentText(answer, fields) : textOf(answer, fields));
  const table = new ListTable(nameOf(answer), fields, columns);
  let shown = 0;
  let last: ItemPage | undefined;
  for await (const page of pagesOf(api, answer, extent)) {
    signal.throwIfAborted();
    if (json) for (const item of page.items) print(documentText(item, fields));
    else if (page.items.length > 0) print(table.pageText(page.items));
    shown += page.items.length;
    last = page;
  }
  const { total, hasNext = false } = last ?? {};
  if (total !== undefined && total > shown) note(`${shown} of ${total}; --all prints all of them`);
  else if (total === undefined && hasNext) note(`${shown}, and there are more; --all prints all of them`);
  else if (shown === 0 && !json && columns !== undefined) note(`No ${nameOf(answer).replaceAll('-', ' ')}.`);
}

/** Prints a text as it came. With `--json` each line is JSON, so the text is one string. */
export const printText = ({ print }: Context, text: string, { json }: CommonOptions): void =>
  print(json ? jsonText(text) : text.replace(/\n$/, ''));

export function printOutcome(
  { print }: Context,
  { json, fields }: ShowOptions,
  location: string | null,
  resource: Hal | null,
): void {
  if (json) {
    const shown = resource && fields ? withOnly(resource, fields) : resource;
    print(jsonText({ ...(location !== null && { location }), resource: shown }));
  } else if (resource && fields) print(textOf(resource, fields));
  else print([...(location === null ? [] : [location]), ...(resource ? [resourceText(resource)] : [])].join('\n'));
}

export const printCurl = ({ print }: Context, { json }: CommonOptions, curl: string): void =>
  print(json ? jsonText({ curl }) : curl);
