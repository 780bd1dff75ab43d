import type { Template } from '@halyard/client';
import type { Api } from '../api/api.js';
import { CommandFailure, exits, wrongUsage } from '../exit-codes.js';
import { isId } from './place.js';
import { askSearch, requireWhole, resultsOf } from '../search/ask-search.js';
import { type GivenValues, ruleNameOf } from '../form/given.js';
import { kindsInWords, linkedKindsOf } from '../form/linked-kinds.js';

/** The link to the resource with an id, if the field may lead to resources of its kind. */
async function linkOf(api: Api, name: string, kinds: readonly string[], id: string): Promise<string> {
  const answer = await askSearch(api, id, (found) => resultsOf(found).length > 0);
  const [found] = resultsOf(answer);
  const href = found?._links?.['self']?.href;
  if (href !== undefined) {
    const kind = api.routeOf(href).split('/').at(-2) ?? '';
    if (kinds.includes(kind)) return href;
    const [is, wanted] = [[kind], kinds].map(kindsInWords);
    throw wrongUsage(`${name}: ${id} is the id of ${is}; this field takes that of ${wanted}`);
  }
  const [only, ...others] = kinds;
  // A search does not find every kind of resource.
  if (only !== undefined && others.length === 0) return `${api.profile.baseUrl.replace(/\/$/, '')}/${only}/${id}`;
  requireWhole(answer);
  throw new CommandFailure(`${name}: nothing has the id ${id}`, exits.refused);
}

/** Replaces ids by links where a form asks for links. @throws CommandFailure for an id of another kind of resource */
export async function withLinks(api: Api, shapes: readonly Template[], given: GivenValues): Promise<GivenValues> {
  const properties = shapes.flatMap((shape) => shape.properties ?? []);
  const entries = [...given].map(async ([name, texts]) => {
    const kinds = properties.filter((each) => each.name === ruleNameOf(name)).flatMap(linkedKindsOf);
    if (kinds.length === 0) return [name, texts] as const;
    const links = texts.map(async (text) => (isId(text) ? linkOf(api, name, [...new Set(kinds)], text) : text));
    return [name, await Promise.all(links)] as const;
  });
  return new Map(await Promise.all(entries));
}
