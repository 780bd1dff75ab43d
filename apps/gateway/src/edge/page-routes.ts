import { authorizationRoutes, consoleRoutes, pageRoutes, type Route } from '@halyard/contracts';

export const givesOf = (route: Route): readonly string[] => (route.kind === 'plain' ? [] : route.gives);

const givesPages = (route: Route): boolean => givesOf(route).includes('text/html');

/** Routes of the pages of the authorization server. */
export const authorizationPages: readonly Route[] = Object.values<Route>({
  ...pageRoutes,
  ...authorizationRoutes,
}).filter(givesPages);

const consoleMounts: readonly Route[] = Object.values<Route>(consoleRoutes).filter(givesPages);

/** Routes of the console that a browser opens; its pages send to the others. */
export const consolePages: readonly Route[] = consoleMounts.filter(({ method }) => method === 'GET');

/** Routes of all pages for people, which no other page may read. */
export const pagesForPeople: readonly Route[] = [...authorizationPages, ...consoleMounts];
