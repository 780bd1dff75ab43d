import { permissions } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { grantTo } from './person-grant.js';

const ROLES = [
  ['viewer', 'read', ['funding']],
  ['member', 'write', ['funding']],
  ['treasurer', 'read-write-transact', ['funding']],
  ['owner', 'read-write-transact', ['funding']],
  ['operator', 'read', ['funding', 'operator']],
] as const;

describe('the token of a person', () => {
  it.each(ROLES)('as %s may %s in an application of ours, whatever the application may', (role, may, scopes) => {
    for (const own of permissions) {
      const application = { kind: 'first-party', permissions: own } as const;
      expect(grantTo({ role }, application, ['funding'])).toEqual({ scopes, may });
    }
  });

  it.each(permissions)('may %s in the application of another where that may, and is for owners alone', (own) => {
    for (const kind of ['server', 'integration'] as const) {
      const granted = ROLES.map(([role]) => grantTo({ role }, { kind, permissions: own }, ['funding']));
      expect(granted).toEqual([undefined, undefined, undefined, { scopes: ['funding'], may: own }, undefined]);
    }
  });
});
