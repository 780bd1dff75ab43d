import { authorizationRoutes, consoleRoutes, pageRoutes, type Route } from '@halyard/contracts';

export const givesOf = (route: Route): readonly string[] => (route.kind === 'plain' ? [] : route.gives);

const givesPages = (route: Route): boolean => givesOf(route).includes('text/html');

/** Routes of all pages for people, which no other page may read: those of the authorization server and the console. */
export const pagesForPeople: readonly Route[] = Object.values<Route>({
  ...pageRoutes,
  ...authorizationRoutes,
  ...consoleRoutes,
}).filter(givesPages);
