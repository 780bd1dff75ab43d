import type { Answer } from './route-answer.js';

const TOKEN = '[\\w-]{43}';
const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`);

/** Whether a text can be the `:token` of a path. */
export const isPathToken = (text: string | undefined): text is string => text !== undefined && WHOLE_TOKEN.test(text);

/** The path in the form for routers. Routers tell a `:token` from an `:id`, and a `:key` from both by its length. */
export const routedPath = (path: string): string => path.replace(':token', `:token(^${TOKEN}$)`).replace(':key', '*');

/** An `:id` in a path. The name of a service is no id. */
const IDS = /:(?!service\b)\w+/g;

/** Returns the function that makes paths from a template; a slash separates two ids. */
export function pathsOf(template: string): (id: string) => string {
  const [before = '', after, ...more] = template.split(IDS);
  if (after === undefined) return () => template;
  if (more.length === 0) return (id) => before + id + after;
  return (ids) => ids.split('/').reduce((path, id) => path.replace(/:\w+/, id), template);
}

/** A route to which links lead. */
export interface LinkedRoute {
  readonly path: string;
  readonly answers: readonly [Answer, ...Answer[]];
  readonly resourceType?: string;
}

/** The `resource-type` of links to a route's answer (reference facts, section 0); undefined if nothing links to it. */
export function typeBehind({ resourceType, answers: [answer] }: LinkedRoute): string | undefined {
  return resourceType ?? ('of' in answer ? (answer.row.resourceType ?? answer.of) : undefined);
}

/** A link within the attributes of a resource. The gateway adds the parts that a client needs. */
export const linkInPlace = (route: LinkedRoute, id = '') => ({
  href: pathsOf(route.path)(id),
  'resource-type': typeBehind(route),
});
