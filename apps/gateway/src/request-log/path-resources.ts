import { ref, type ResourceRef, type Route } from '@halyard/contracts';
import { pathOf, readableKinds } from '@halyard/public-api';
import { isId } from '@halyard/core';

/** The kind of resource at each address with one id, by its template. */
const kindAt = new Map(readableKinds.map(({ kind }) => [pathOf(ref(kind, ':id')), kind]));

const partsOf = (url: string): readonly string[] => (url.split('?', 1)[0] ?? '').split('/');

/** The ids in the path of a request, at the places where its route has ids. */
export function idsIn(url: string, route: Route | undefined): readonly string[] {
  if (!route?.path.includes(':')) return [];
  const template = route.path.split('/');
  return partsOf(url).flatMap((part, at) =>
    (template[at]?.startsWith(':') ?? false) && isId(part) ? [part.toLowerCase()] : [],
  );
}

export function resourceIn(url: string, route: Route | undefined): ResourceRef | undefined {
  if (!route?.path.includes(':')) return undefined;
  const template = route.path.split('/');
  const at = template.findLastIndex(
    (part, index) => part === ':id' && kindAt.has(template.slice(0, index + 1).join('/')),
  );
  const kind = kindAt.get(template.slice(0, at + 1).join('/'));
  const id = partsOf(url)[at];
  return kind !== undefined && isId(id) ? ref(kind, id.toLowerCase()) : undefined;
}
