import { type PublicRouteRow, publicRoutes } from '@halyard/public-api';
import { ownPages } from './own-pages.js';

const own: ReadonlySet<string> = new Set(['', ...ownPages]);

/** Whether a route has a page: it answers a resource or a list that the person reads. */
const isShown = ({ method, access, answers }: PublicRouteRow): boolean =>
  method === 'GET' &&
  access !== 'anyone' &&
  access !== 'linking' &&
  answers.some((answer) => answer.answers === 'resource' || answer.answers === 'list');

const shown = Object.values<PublicRouteRow>(publicRoutes)
  .filter(isShown)
  .map(({ path }) => path.split('/'));

const isAt = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length &&
  template.every((part, place) => (part.startsWith(':') ? parts[place] !== '' : part === parts[place]));

/** The console has a page at an API path if the API answers something there that a person reads. */
export function isPage(path: string): boolean {
  const inApi = path.replace(/^\/console/, '').replace(/\/$/, '');
  return own.has(inApi) || shown.some((template) => isAt(template, inApi.split('/')));
}
