import type { Api, Hal } from '../api/api.js';
import type { Context } from '../context.js';
import { CommandFailure, exits, wrongUsage } from '../exit-codes.js';
import type { ShowOptions } from '../output/print.js';
import { askSearch, requireWhole, resultsOf } from '../search/ask-search.js';
import { isId } from './place.js';
import { printAt } from './read.js';

/** The given path of a resource, or that of the resource with the id. @throws CommandFailure */
export async function pathOf(api: Api, pathOrId: string): Promise<string> {
  if (pathOrId === '') throw wrongUsage('"" is no path and no id');
  if (!isId(pathOrId)) return /^https?:|^\//.test(pathOrId) ? pathOrId : `/${pathOrId}`;
  const answer = await askSearch(api, pathOrId, (found) => pathIn(found) !== undefined);
  const path = pathIn(answer);
  if (path !== undefined) return path;
  requireWhole(answer);
  throw new CommandFailure(`nothing has the id ${pathOrId}`, exits.refused);
}

const pathIn = (answer: Hal): string | undefined => resultsOf(answer)[0]?._links?.['self']?.href;

export async function getAt(
  context: Context,
  api: Api,
  path: string,
  relations: readonly string[],
  options: ShowOptions,
): Promise<void> {
  let place = path;
  for (const relation of relations) {
    const { _links: links = {} } = await api.get(place);
    const link = Object.hasOwn(links, relation) ? links[relation] : undefined;
    if (!link) {
      const there = Object.keys(links).join(', ');
      throw new CommandFailure(`the resource has no link ${relation}; there are ${there}`, exits.refused);
    }
    place = link.href;
  }
  await printAt(context, api, place, options);
}
