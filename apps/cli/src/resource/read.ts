import type { Api } from '../api/api.js';
import type { Context } from '../context.js';
import { wrongUsage } from '../exit-codes.js';
import { valueAtPath } from '../nouns/at-path.js';
import { requireFields } from '../output/fields.js';
import { printAnswer, printText, type ShowOptions } from '../output/print.js';

/** Reads what is at a path, and prints it: a resource, a list, or a text as it came. */
export async function printAt(context: Context, api: Api, path: string, options: ShowOptions): Promise<void> {
  const { texts } = await import('../nouns/members.js');
  const route = api.routeOf(path);
  const type = valueAtPath(texts, route);
  if (type === undefined) {
    await requireFields(options.fields, route);
    return printAnswer(context, api, await api.get(path), options);
  }
  if (options.fields) throw wrongUsage('--fields: the answer is text, and has no members');
  const { text } = await api.request('GET', path, { accept: type });
  printText(context, text, options);
}
