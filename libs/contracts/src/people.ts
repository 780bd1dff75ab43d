/**
 * The role of a person in an account. `operator` exists only in the account of the operator: such a person reaches the
 * routes of operators, and reads the rest.
 */
export const personRoles = ['viewer', 'member', 'treasurer', 'owner', 'operator'] as const;
export type PersonRole = (typeof personRoles)[number];

/** Operators are not invited: the seed makes them. */
export const invitedRoles = ['viewer', 'member', 'treasurer', 'owner'] as const satisfies readonly PersonRole[];
export type InvitedRole = (typeof invitedRoles)[number];
