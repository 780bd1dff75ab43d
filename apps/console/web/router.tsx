import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AnyPage } from './generic/any-page.js';
import { pages } from './pages.js';
import { BASE } from './parts/go.js';
import { PageRows } from './parts/page-rows.js';
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

const routes = pages.flatMap(({ path, Show }) => {
  const template = path.replaceAll(/\{(\w+)\}/g, '$$$1');
  return Show ? [route(template, path.startsWith('/operations') ? forOperators(Show) : Show)] : [];
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
