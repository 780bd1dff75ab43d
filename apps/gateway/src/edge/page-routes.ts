import type { Route } from '@halyard/contracts';
import { authorizationRoutes, pageRoutes } from '@halyard/contracts/authorization';
import { consoleRoutes } from '@halyard/contracts/console';

export const givesOf = (route: Route): readonly string[] => (route.kind === 'plain' ? [] : route.gives);

const givesPages = (route: Route): boolean => givesOf(route).includes('text/html');

export const authorizationPages: readonly Route[] = Object.values<Route>({
  ...pageRoutes,
  ...authorizationRoutes,
}).filter(givesPages);

const consoleMounts: readonly Route[] = Object.values<Route>(consoleRoutes).filter(givesPages);
const { redirectToConsole, logInToConsole, returnToConsole, showConsolePage } = consoleRoutes;

export const consolePages: readonly Route[] = [redirectToConsole, logInToConsole, returnToConsole, showConsolePage];
export const askedByConsole: readonly Route[] = consoleMounts.filter((route) => !consolePages.includes(route));

/** Routes of all pages for people. No other page may read them. */
export const pagesForPeople: readonly Route[] = [...authorizationPages, ...consoleMounts];
