import { withDays } from './changelog.ts';
import type { Page } from './page.ts';
import { correctionCodePages } from './reference/correction-codes.ts';
import { errorPages } from './reference/errors.ts';
import { eventPages } from './reference/events.ts';
import { limitsPage } from './reference/limits.ts';
import { permissionPage } from './reference/permissions.ts';
import { operationPages } from './reference/operations.ts';
import { resourcePages } from './reference/resources.ts';
import { returnCodePages } from './reference/return-codes.ts';
import { writtenPages } from './written.ts';

const makePages = (): readonly Page[] => [
  ...writtenPages().map((page) => (page.source === 'CHANGELOG.md' ? withDays(page) : page)),
  permissionPage(),
  limitsPage(),
  ...operationPages(),
  ...resourcePages(),
  ...errorPages(),
  ...eventPages(),
  ...returnCodePages(),
  ...correctionCodePages(),
];

let made: readonly Page[] | undefined;

/** Every page of the site. A process makes the pages once. */
export const sitePages = (): readonly Page[] => (made ??= makePages());
