import { type PublicRouteRow, publicRoutes } from '@halyard/public-api';
import { ownPages, PARTS_PAGE } from './own-pages.js';

const own: ReadonlySet<string> = new Set(['', ...ownPages]);

/** Whether a route has a page: it answers a resource or a list that the person reads. */
const isShown = ({ method, access, answers }: PublicRouteRow): boolean =>
  method === 'GET' &&
  access !== 'anyone' &&
  access !== 'linking' &&
  answers.some((answer) => answer.answers === 'resource' || answer.answers === 'list');

interface ShownRoute {
  readonly template: readonly string[];
  readonly sandboxOnly: boolean;
}

const shown = Object.values<PublicRouteRow>(publicRoutes)
  .filter(isShown)
  .map(({ path, sandboxOnly = false }): ShownRoute => ({ template: path.split('/'), sandboxOnly }));

const isAt = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length &&
  template.every((part, place) => (part.startsWith(':') ? parts[place] !== '' : part === parts[place]));

/** The console has a page at an API path if the API answers something there that a person reads. */
export function isPage(path: string, environment: string): boolean {
  const inApi = path.replace(/^\/console/, '').replace(/\/$/, '');
  const isSandbox = environment === 'sandbox';
  if (inApi === PARTS_PAGE) return isSandbox;
  const isThere = ({ template, sandboxOnly }: ShownRoute): boolean =>
    (isSandbox || !sandboxOnly) && isAt(template, inApi.split('/'));
  return own.has(inApi) || shown.some(isThere);
}
