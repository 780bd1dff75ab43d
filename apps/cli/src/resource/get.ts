import { setTimeout as delay } from 'node:timers/promises';
import type { Api, Hal } from '../api/api.js';
import type { Context } from '../context.js';
import { CommandFailure, exits, wrongUsage } from '../failure.js';
import { printAnswer } from '../output/print.js';
import { isId } from './place.js';
import type { DoOptions } from './do.js';

/** What was just made is found by search no later. */
const FOUND_MS = 2_000;
const PAUSE_MS = 200;

/** The path of a resource: as it is given, or that of whatever has the id. */
export async function pathOf(api: Api, pathOrId: string): Promise<string> {
  if (pathOrId === '') throw wrongUsage('"" is no path and no id');
  if (!isId(pathOrId)) return /^https?:|^\//.test(pathOrId) ? pathOrId : `/${pathOrId}`;
  const endsAt = performance.now() + FOUND_MS;
  for (;;) {
    const { _embedded: embedded } = await api.get(`/search?q=${pathOrId}`);
    const href = embedded?.['results']?.[0]?._links?.['self']?.href;
    if (href !== undefined) return href;
    if (performance.now() > endsAt) throw new CommandFailure(`nothing has the id ${pathOrId}`, exits.refused);
    await delay(PAUSE_MS, undefined, { signal: api.ended });
  }
}

/** Reads a resource, and from there what its links lead to. */
export async function getAt(
  context: Context,
  api: Api,
  path: string,
  relations: readonly string[],
  options: DoOptions,
): Promise<void> {
  let resource: Hal = await api.get(path);
  for (const relation of relations) {
    const { _links: links = {} } = resource;
    const link = Object.hasOwn(links, relation) ? links[relation] : undefined;
    if (!link) {
      const there = Object.keys(links).join(', ');
      throw new CommandFailure(`the resource has no link ${relation}; there are ${there}`, exits.refused);
    }
    resource = await api.get(link.href);
  }
  await printAnswer(context, api, resource, options);
}
