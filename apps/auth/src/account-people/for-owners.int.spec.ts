import type { Route } from '@halyard/contracts';
import { personRoles } from '@halyard/contracts/people';
import { applicationRoutes } from '@halyard/contracts/applications';
import { peopleRoutes } from '@halyard/contracts/people';
import { securityEventRoutes } from '@halyard/contracts/security-events';
import { newId } from '@halyard/core';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage } from '../../test/support/pages-stage.js';
import { Membership } from '../person/membership.entity.js';

/** People, and what they register: for the account's owners, and in part for its own applications. */
const FOR_OWNERS = /^\/(people|invitations|security-events|applications)\b/;
const routes = Object.entries<Route>({ ...peopleRoutes, ...securityEventRoutes, ...applicationRoutes }).filter(
  ([, { path }]) => FOR_OWNERS.test(path),
);

describe('a route that is for owners', () => {
  let stage: PagesStage;
  let accountId: string;
  let integrationId: string;
  const people = new Map<string, string>();

  beforeAll(async () => {
    stage = await PagesStage.open();
    const owner = await stage.newPerson();
    ({ accountId } = owner);
    people.set('owner', owner.personId);
    for (const role of personRoles.filter((one) => one !== 'owner')) {
      const { personId } = await stage.newPerson({ accountId, role: 'viewer' });
      await stage.auth.dataSource.manager.update(Membership, { personId, accountId }, { role });
      people.set(role, personId);
    }
    const given = { accountId, name: 'Shop', kind: 'integration', redirectUrls: [] } as const;
    integrationId = (
      await stage.seed.addApplication({
        ...given,
        ...{ permissions: 'read-write-transact', isApproved: true, isStrict: false },
      })
    ).id;
  });
  afterAll(() => stage.close());

  async function answerOf(
    { method, path }: Route,
    caller: { readonly userId?: string; readonly authTime?: number; readonly applicationId?: string },
  ) {
    const principal = { ...applicationPrincipal({ accountId }), ...caller };
    const body = method === 'POST' ? {} : undefined;
    const named = path.replace(':id', newId());
    const { body: answer } = await stage.auth.service.call(method, named, { body, principal });
    return (answer as unknown as { readonly code?: string }).code ?? 'done';
  }
  const personOf = (role: string) => stage.freshly(people.get(role) ?? '');

  it.each(routes)(
    '%s is shut for people of other roles, and to integrations, before they learn more',
    async (_, route) => {
      const others = personRoles.filter((role) => role !== 'owner').map(personOf);
      const integrations = [{ applicationId: integrationId }, { applicationId: integrationId, ...personOf('owner') }];
      for (const caller of [...others, ...integrations, { userId: newId() }]) {
        expect(await answerOf(route, caller)).toBe('Forbidden');
      }
    },
  );

  it.each(routes)(
    '%s goes on for an owner who has just logged in, and for the account’s own application',
    async (_, route) => {
      for (const caller of [personOf('owner'), {}]) expect(await answerOf(route, caller)).not.toBe('Forbidden');
    },
  );
});
