/**
 * What a person may do in an account. `operator`: only in the operator's own account, and instead of that: what operators
 * may, and read.
 */
export const personRoles = ['viewer', 'member', 'treasurer', 'owner', 'operator'] as const;
export type PersonRole = (typeof personRoles)[number];

/** Operators are not invited: the seed makes them. */
export const invitedRoles = ['viewer', 'member', 'treasurer', 'owner'] as const satisfies readonly PersonRole[];
export type InvitedRole = (typeof invitedRoles)[number];
