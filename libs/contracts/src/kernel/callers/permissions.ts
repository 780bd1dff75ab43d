/** The effect of a route. Each row of the table of routes declares it. */
export type Category = 'reads' | 'writes' | 'moves money';

/** A caller's abilities, by category. Each value includes the values before it. */
export const permissions = ['read', 'write', 'read-write-transact'] as const;
export type Permissions = (typeof permissions)[number];

/** Whether a caller who has `held` may do everything in `wanted`. */
export const covers = (held: Permissions, wanted: Permissions): boolean =>
  permissions.indexOf(held) >= permissions.indexOf(wanted);

/** The least permissions that open a route of a category. */
export const neededFor: Readonly<Record<Category, Permissions>> = {
  reads: 'read',
  writes: 'write',
  'moves money': 'read-write-transact',
};
