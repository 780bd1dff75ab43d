import { covers, type Permissions } from '@halyard/contracts';

/** The powers that a scope gives, the greatest first, with the permissions that each needs. */
type Powers = readonly (readonly [needed: Permissions, power: string])[];

/** In the order in which people read them. */
const powers: Readonly<Record<string, Powers>> = {
  send: [['read-write-transact', 'Send money from this account and its customers']],
  transactions: [['read', 'See transfers and balances']],
  funding: [
    ['write', 'See, add and change bank accounts'],
    ['read', 'See bank accounts'],
  ],
  managecustomers: [
    ['write', 'See, add and change customers'],
    ['read', 'See customers'],
  ],
  accountinfofull: [['read', 'See the details of this account']],
  openid: [['read', 'Know who you are']],
  profile: [['read', 'See your name']],
  email: [['read', 'See your e-mail address']],
};

/**
 * Lists for a person what an application can do. A token allows what both its scopes and the permissions of the
 * application allow.
 */
export const powersOf = (scopes: readonly string[], held: Permissions): readonly string[] =>
  Object.entries(powers).flatMap(([scope, ofScope]) => {
    const [, power] = ofScope.find(([needed]) => covers(held, needed)) ?? [];
    return power !== undefined && scopes.includes(scope) ? [power] : [];
  });
