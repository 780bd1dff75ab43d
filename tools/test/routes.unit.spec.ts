import { type ServiceName, serviceRoutes, sharedServiceRoutes } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { consoleRoutes } from '@halyard/contracts/console';
import { type PublicRouteRow, publicRoutes } from '@halyard/public-api';
import type { ServedRoute } from '@halyard/http';
import { classesOf, exampleOf } from '@halyard/input';
import { describe, expect, it } from '@jest/globals';
import { bodyOf, handlersOf, handlersWithoutRoute, servedRow, servedRows } from '../openapi/handlers.ts';

const rows = Object.entries<PublicRouteRow>(publicRoutes).filter(([, { owner }]) => owner !== 'gateway');
const served: readonly (readonly [string, ServedRoute, ServiceName])[] = [
  ...rows.map(([name, row]) => [name, servedRow(row), row.owner] as const),
  ...Object.entries({ ...serviceRoutes, ...pageRoutes, ...consoleRoutes }).map(
    ([name, row]) => [name, row, row.owner] as const,
  ),
];
const ofJson = Object.keys(publicRoutes).filter((name): name is keyof typeof publicRoutes => {
  const { method, kind, takes, owner }: PublicRouteRow = publicRoutes[name as keyof typeof publicRoutes];
  return method === 'POST' && kind === 'plain' && takes === undefined && owner !== 'gateway';
});

describe('rows of routes', () => {
  it.each(served)('%s has one handler', (_, row, owner) => {
    expect(handlersOf(row, owner)).toHaveLength(1);
  });

  it('every handler of a service names its row', () => {
    expect(handlersWithoutRoute()).toEqual([]);
  });

  it('every row that a handler names is one of them', () => {
    const known = new Set<ServedRoute>([...served.map(([, row]) => row), ...Object.values(sharedServiceRoutes)]);
    expect(servedRows().filter((row) => !known.has(row))).toEqual([]);
  });

  it.each(ofJson)('%s takes a body of JSON, which has a class with an example', (name) => {
    const body = bodyOf(name);
    expect(body).toBeDefined();
    expect(classesOf(body ?? Object).filter((dto) => exampleOf(dto) === undefined)).toEqual([]);
  });

  it('a body has a class only where its row takes JSON', () => {
    const bound = Object.keys(publicRoutes).filter((name) => bodyOf(name as keyof typeof publicRoutes) !== undefined);
    expect(bound).toEqual(ofJson);
  });
});
