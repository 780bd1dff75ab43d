import type { PersonRole } from './people.js';

/** What a route does. Each row of the table of routes says it. */
export type Category = 'reads' | 'writes' | 'moves money';

/** What a caller may do, by category: each of these includes those before it. */
export const permissions = ['read', 'write', 'read-write-transact'] as const;
export type Permissions = (typeof permissions)[number];

/** Whether one that has `held` may do all that `wanted` says. */
export const covers = (held: Permissions, wanted: Permissions): boolean =>
  permissions.indexOf(held) >= permissions.indexOf(wanted);

/** The least permissions for a route of a category. */
export const neededFor: Readonly<Record<Category, Permissions>> = {
  reads: 'read',
  writes: 'write',
  'moves money': 'read-write-transact',
};

/** What a person may do in an account. The routes of operators are beyond this measure: the scope `operator` opens them. */
export const permissionsOf: Readonly<Record<PersonRole, Permissions>> = {
  viewer: 'read',
  member: 'write',
  treasurer: 'read-write-transact',
  owner: 'read-write-transact',
  operator: 'read',
};
