import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AnyPage } from './generic/any-page.js';
import { pages } from './pages.js';
import { BASE } from './parts/go.js';
import { type PageRow, PageRows } from './parts/page-rows.js';
import { NotFound } from './parts/page.js';
import { useSession } from './session/session.js';
import { Layout } from './shell/layout.js';

const root = createRootRoute({
  component: () => (
    <PageRows value={pages}>
      <Layout />
    </PageRows>
  ),
});

const route = (path: string, component: () => ReactElement) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Everybody but operators sees that there is no such page. */
const forOperators = (Show: () => ReactElement) =>
  function ForOperators(): ReactElement {
    const { role } = useSession();
    return role === 'operator' ? <Show /> : <NotFound />;
  };

/** In production there is no such page. */
const inSandbox = (Show: () => ReactElement) =>
  function InSandbox(): ReactElement {
    const { environment } = useSession();
    return environment === 'sandbox' ? <Show /> : <NotFound />;
  };

function shownBy({ path, isOfSandbox, Show }: PageRow): (() => ReactElement) | undefined {
  if (!Show) return undefined;
  if (path.startsWith('/operations')) return forOperators(Show);
  return isOfSandbox ? inSandbox(Show) : Show;
}

const routes = pages.flatMap((row) => {
  const template = row.path.replaceAll(/\{(\w+)\}/g, '$$$1');
  const Show = shownBy(row);
  return Show ? [route(template, Show)] : [];
});

/** @returns a router of the browser's addresses */
export const createConsoleRouter = () =>
  createRouter({
    routeTree: root.addChildren([...routes, route('/$', AnyPage)]),
    basepath: BASE,
    // Pages have the addresses of the API, in which a parameter may occur several times. So the query stays text.
    parseSearch: (text) => ({ text: text.replace(/^\?/, '') }),
    stringifySearch: ({ text }) => (typeof text === 'string' && text !== '' ? `?${text}` : ''),
  });
