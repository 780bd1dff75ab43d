import type { PathOf } from '@halyard/client';
import { createContext, type ReactElement, useContext } from 'react';
import type { OwnPage } from '../../src/page/own-pages.js';
import type { IconName } from './icon.js';
import { wordsOf } from './text.js';

/** A page has the path of the API's resource or list that it shows, or one of the console's own. */
export type PagePath = PathOf<'get'> | OwnPage;

/** Says everything about a page that others need to know. */
export interface PageRow {
  readonly path: PagePath;
  readonly heading: string;
  /** The menu that has a link to the page. The command palette has all pages with a place. */
  readonly place?: 'navigation' | 'operations' | 'palette';
  /** The picture beside the page's link in the navigation. */
  readonly icon?: IconName;
  /** The name of a group of links in the navigation, which begins with this page. */
  readonly group?: string;
  /** The purpose of the page, as the list of operators' pages tells it. */
  readonly purpose?: string;
  /** The page that this page belongs to. By default that is the page at the path above. */
  readonly under?: PagePath;
  /** The page that it belongs to for operators, if that is another one. */
  readonly underForOperators?: PagePath;
  /**
   * The page of the documentation that explains this page. By default, it is the same as for the page that this page
   * belongs to.
   */
  readonly help?: string;
  /** Whether production has no such page. */
  readonly isOfSandbox?: true;
  /** Draws the page. By default the page shows what the API answers at its path. */
  readonly Show?: () => ReactElement;
}

const Rows = createContext<readonly PageRow[]>([]);

/** The rows of the pages that an environment has. */
export const rowsIn = (environment: 'sandbox' | 'production', rows: readonly PageRow[]): readonly PageRow[] =>
  environment === 'sandbox' ? rows : rows.filter(({ isOfSandbox }) => isOfSandbox !== true);

/** The rows as operators have them. */
export const rowsOfOperators = (rows: readonly PageRow[]): readonly PageRow[] =>
  rows.map((row) => (row.underForOperators === undefined ? row : { ...row, under: row.underForOperators }));

/** All pages that have a row. */
export const PageRows = Rows.Provider;
export const usePageRows = (): readonly PageRow[] => useContext(Rows);

const isAt = (template: string, path: string): boolean => {
  const [named, parts] = [template.split('/'), path.split('/')];
  return named.length === parts.length && named.every((name, place) => name.startsWith('{') || name === parts[place]);
};

const rowAt = (rows: readonly PageRow[], path: string): PageRow | undefined =>
  rows.find((row) => row.path === path) ?? rows.find((row) => isAt(row.path, path));

const above = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The rows on the way up from a path: its own, and those of the pages that it belongs to. */
function rowsAbove(rows: readonly PageRow[], path: string): readonly PageRow[] {
  const row = rowAt(rows, path);
  const next = row?.under ?? above(path);
  return [...(row ? [row] : []), ...(next === '' || next === path ? [] : rowsAbove(rows, next))];
}

export const singular = (words: string): string => words.replace(/ies$/, 'y').replace(/s$/, '');

/** The heading of a page: Customers for `/customers`, and Customer for `/customers/` and an id. */
export function headingAt(rows: readonly PageRow[], path: string): string {
  const [noun = '', last = ''] = path.split('/').slice(-2);
  return rowAt(rows, path)?.heading ?? wordsOf(/\d/.test(last) ? singular(noun) : last);
}

/** The page that a page belongs to; undefined if it belongs to none. */
export function parentOf(rows: readonly PageRow[], path: string): { path: string; heading: string } | undefined {
  const parent = rowAt(rows, path)?.under ?? above(path);
  return parent === '' ? undefined : { path: parent, heading: headingAt(rows, parent) };
}

/** The navigation's page to which a page belongs; undefined if the navigation has none. */
export const placeOf = (rows: readonly PageRow[], path: string): PagePath | undefined =>
  rowsAbove(rows, path).find(({ place, path: own }) => place === 'navigation' || own === '/operations')?.path;

/** The page of the documentation about a page, as a path below the documentation. */
export const helpOn = (rows: readonly PageRow[], path: string): string =>
  rowsAbove(rows, path).find(({ help }) => help !== undefined)?.help ?? 'how-to/use-the-console/';
