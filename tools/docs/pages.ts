import { changelogPage } from './changelog.ts';
import type { Page } from './page.ts';
import { errorPages } from './reference/errors.ts';
import { eventPages } from './reference/events.ts';
import { permissionPage } from './reference/permissions.ts';
import { operationPages } from './reference/operations.ts';
import { resourcePages } from './reference/resources.ts';
import { returnCodePages } from './reference/return-codes.ts';
import { writtenPages } from './written.ts';

const makePages = (): readonly Page[] => [
  ...writtenPages(),
  changelogPage(),
  permissionPage(),
  ...operationPages(),
  ...resourcePages(),
  ...errorPages(),
  ...eventPages(),
  ...returnCodePages(),
];

let made: readonly Page[] | undefined;

/** Every page of the site. A process makes the pages once. */
export const sitePages = (): readonly Page[] => (made ??= makePages());
