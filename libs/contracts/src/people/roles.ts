import type { Permissions } from '../kernel/callers/permissions.js';

/**
 * The role of a person in an account. `operator` exists only in the account of the operator: a person with this role
 * reaches the routes of operators, and only reads from the others.
 */
export const personRoles = ['viewer', 'member', 'treasurer', 'owner', 'operator'] as const;
export type PersonRole = (typeof personRoles)[number];

/** Nobody invites operators: the seed makes them. */
export const invitedRoles = ['viewer', 'member', 'treasurer', 'owner'] as const satisfies readonly PersonRole[];
export type InvitedRole = (typeof invitedRoles)[number];

/**
 * A person's permissions in an account. They do not apply to the routes of operators, which the scope `operator` opens.
 */
export const permissionsOf: Readonly<Record<PersonRole, Permissions>> = {
  viewer: 'read',
  member: 'write',
  treasurer: 'read-write-transact',
  owner: 'read-write-transact',
  operator: 'read',
};

/** What a person with the role does, for people who choose a role or get one. */
export const meaningOf: Readonly<Record<PersonRole, string>> = {
  viewer: 'sees money, customers and webhooks, and changes nothing',
  member: 'adds and changes customers, banks and webhooks, but moves no money',
  treasurer: 'adds and changes customers, banks and webhooks, and moves money',
  owner: 'does everything in the account, and manages people, applications and secrets',
  operator: 'runs the installation, and sees in this account what a viewer sees',
};
