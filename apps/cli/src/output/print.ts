import type { Api, Hal } from '../api/api.js';
import type { CommonOptions, Context } from '../context.js';
import { type Extent, isList, type ItemPage, pagesOf } from './items.js';
import { listText, resourceText } from './text.js';
import { jsonText } from './terminal-text.js';

export async function printAnswer(
  { print, note, signal }: Context,
  api: Api,
  answer: Hal,
  { json, ...extent }: CommonOptions & Extent,
): Promise<void> {
  if (!isList(answer)) return print(json ? jsonText(answer) : resourceText(answer));
  let shown = 0;
  let last: ItemPage | undefined;
  for await (const page of pagesOf(api, answer, extent)) {
    signal.throwIfAborted();
    if (json) for (const item of page.items) print(jsonText(item));
    else if (page.items.length > 0) print(listText(page.items));
    shown += page.items.length;
    last = page;
  }
  const { total, hasNext = false } = last ?? {};
  if (total !== undefined && total > shown) note(`${shown} of ${total}; --all prints all of them`);
  else if (total === undefined && hasNext) note(`${shown}, and there are more; --all prints all of them`);
}

export function printOutcome(
  { print }: Context,
  { json }: CommonOptions,
  location: string | null,
  resource: Hal | null,
): void {
  if (json) print(jsonText({ ...(location !== null && { location }), resource }));
  else print([...(location === null ? [] : [location]), ...(resource ? [resourceText(resource)] : [])].join('\n'));
}

export const printCurl = ({ print }: Context, { json }: CommonOptions, curl: string): void =>
  print(json ? jsonText({ curl }) : curl);
