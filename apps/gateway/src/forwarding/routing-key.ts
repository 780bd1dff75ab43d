import type { Route } from '@halyard/contracts';
import { isId, propertyOf } from '@halyard/core';

const LAST_SEGMENT = /\/([^/?#]+)\/?$/;

/** Undefined if the route has no `routedBy`, or if its value is not an id. */
export function routingKeyOf({ path: template, routedBy }: Route, path: string, body: unknown): string | undefined {
  if (!routedBy) return undefined;
  const key = 'param' in routedBy ? parameter(routedBy.param, template, path) : linkedId(routedBy.body, body);
  return isId(key) ? key.toLowerCase() : undefined;
}

const parameter = (name: string, template: string, path: string): string | undefined =>
  path.split('/')[template.split('/').indexOf(`:${name}`)];

/** The body comes from the client and has not been validated yet. */
function linkedId(keys: string, body: unknown): string | undefined {
  const href = keys.split('.').reduce(propertyOf, body);
  return typeof href === 'string' ? LAST_SEGMENT.exec(href)?.[1] : undefined;
}
