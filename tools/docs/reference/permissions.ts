import { type Access, type Category, covers, neededFor, permissions, type Route, type Scope } from '@halyard/contracts';
import { permissionsOf, personRoles } from '@halyard/contracts/people';
import { publicRoutes } from '@halyard/public-api';
import type { Page } from '../page.ts';
import { operationLink } from './links.ts';
import { code, parts, section, tableOf } from './markdown.ts';

const routes = Object.entries<Route>(publicRoutes);

const scopeTexts: Readonly<Record<Scope, string>> = {
  send: 'move money: create transfers, simulate them, invite who may',
  transactions: 'read transfers, balances and what belongs to them',
  funding: 'read and change funding sources',
  managecustomers: 'read and change customers, owners and documents',
  accountinfofull: 'read and change the account: its people, applications and log-ins',
  openid: 'know who the person is; opens no operation by itself',
  operator: 'run the installation: what no account may see',
};

const categories = Object.entries(neededFor) as readonly (readonly [Category, (typeof permissions)[number]])[];

const may = (held: (typeof permissions)[number]): string =>
  categories
    .filter(([, needed]) => covers(held, needed))
    .map(([category]) => category)
    .join(', ');

const operationsWith = (scope: Access): string =>
  routes
    .filter(([, { access }]) => access === scope)
    .map(([name]) => operationLink(name))
    .join(', ');

/** Lists who may do what, from the tables by which the gateway decides. */
export const permissionPage = (): Page => ({
  slug: 'concepts/permissions',
  title: 'Permissions',
  text: parts(
    'Every request is decided by three things: the account that the token is for, the scopes of the token, and what its bearer may do with them. Each operation of the [reference](/docs/api/) says what it needs.',
    section(
      'Accounts are apart',
      'A token acts in one account. What belongs to another one is answered with [NotFound](/docs/errors/NotFound/), as if it were not there: nobody learns that it exists.',
    ),
    section(
      'What operations do',
      'Each operation reads, writes, or moves money. An application or a person may do one of these sets:',
      tableOf(
        ['Permission', 'Opens what'],
        permissions.map((held) => [code(held), may(held)]),
      ),
    ),
    section(
      'Roles of people',
      'A person is invited to an account with a role. In an application of somebody else a token never does more than the role of its person.',
      tableOf(
        ['Role', 'May do what'],
        personRoles.map((role) => [
          code(role),
          `${may(permissionsOf[role])}${role === 'owner' ? '; also people, applications and the settings of the account' : ''}${role === 'operator' ? '; also the routes of operators. Exists in the account of the operator alone' : ''}`,
        ]),
      ),
      '[Let people log in](/docs/how-to/let-people-log-in/) says how they are invited, [act for other accounts](/docs/how-to/act-for-other-accounts/) how an application of yours gets their consent.',
    ),
    section(
      'Scopes of tokens',
      'A token has all scopes of its application unless the request for the token names fewer. Without the scope that an operation needs the answer is [InvalidScopes](/docs/errors/InvalidScopes/).',
      ...(Object.entries(scopeTexts) as readonly (readonly [Scope, string])[]).map(([scope, text]) =>
        parts(`### ${scope}`, `To ${text}.`, operationsWith(scope)),
      ),
      parts('### Any token', operationsWith('token')),
      parts('### No token', operationsWith('anyone')),
    ),
  ),
});
