import type { Api, Hal } from '../api/api.js';
import type { Context } from '../context.js';
import { CommandFailure, exits } from '../exit-codes.js';
import { creatingShapes, shapesOf } from '../form/shape.js';
import { writes } from '../nouns/table.js';
import { printAt } from './read.js';
import { type WriteOffer, write, type WriteOptions } from './write.js';

const selfOf = ({ _links: links }: Hal, path: string): string => links?.['self']?.href ?? path;

/** A user who may not write still has the link to the write, but no template. */
const isRead = (relation: string): boolean => relation !== 'self' && !writes.includes(relation);

function refusal({ _links: links = {}, _templates: templates = {} }: Hal, name: string): CommandFailure {
  const offered = [...new Set([...Object.keys(templates), ...Object.keys(links).filter(isRead)])];
  const what = offered.length > 0 ? `it offers ${offered.join(', ')}` : 'it offers nothing';
  return new CommandFailure(`${name} is not offered now: ${what}`, exits.refused);
}

/** Returns a resource's templates of this name. @throws CommandFailure that says what it offers instead */
export async function offerAt(api: Api, path: string, name: string): Promise<WriteOffer> {
  const resource = await api.forms(path);
  const shapes = shapesOf(resource._templates ?? {}, name);
  if (shapes.length === 0) throw refusal(resource, name);
  return { action: name, self: selfOf(resource, path), shapes };
}

/** Fills in a template of a resource and sends it. If the name is only a link's, follows the link. */
export async function doAt(
  context: Context,
  api: Api,
  path: string,
  name: string,
  options: WriteOptions,
): Promise<void> {
  const resource = await api.forms(path);
  const { _templates: templates = {}, _links: links = {} } = resource;
  const shapes = shapesOf(templates, name);
  if (shapes.length > 0) return write(context, api, { action: name, self: selfOf(resource, path), shapes }, options);
  const link = isRead(name) && Object.hasOwn(links, name) ? links[name] : undefined;
  if (!link) throw refusal(resource, name);
  await printAt(context, api, link.href, options);
}

/** Creates in a list: by its usual template, or by the shape that the values fit. */
export async function createAt(context: Context, api: Api, path: string, options: WriteOptions): Promise<void> {
  const list = await api.forms(path);
  const shapes = creatingShapes(list._templates ?? {});
  if (shapes.length === 0) throw refusal(list, 'create');
  await write(context, api, { action: 'create', self: selfOf(list, path), shapes }, options);
}
