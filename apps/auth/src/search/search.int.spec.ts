import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchFound, type SearchQuery } from '@halyard/contracts/search';
import { newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal } from '@halyard/testing';
import { PagesStage } from '../../test/support/pages-stage.js';
import { RelyingParty } from '../../test/support/relying-party.js';
import { Application } from '../application/application.entity.js';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

const kinds = ['account', 'person', 'application', 'invitation'];

async function found(asked: Pick<SearchQuery, 'accountId' | 'text'> & Partial<SearchQuery>) {
  const { body } = await stage.auth.service.call('POST', '/internal/searches', {
    principal: servicePrincipal('gateway'),
    body: { kinds, ...asked },
  });
  if (body.type !== 'fact') throw new Error(JSON.stringify(body));
  return searchFound.parse(body.fact).hits.map(({ resource, matched }) => [resource.kind, resource.id, matched]);
}

describe('a search among people and applications', () => {
  it('finds people by id, address and the beginnings of their names, in their own account alone', async () => {
    const { accountId, personId, email } = await stage.newPerson({ name: 'Grace Hopper' });
    const stranger = (await stage.newPerson()).accountId;
    for (const [text, matched] of [
      [personId.toUpperCase(), 'id'],
      [email.toUpperCase(), 'email'],
      ['HOP gra', 'name'],
    ] as const) {
      expect(await found({ accountId, text })).toEqual([['person', personId, matched]]);
      expect(await found({ accountId: stranger, text })).toEqual([]);
      expect(await found({ accountId, text, kinds: ['account'] })).toEqual([]);
    }
    expect(await found({ accountId, text: accountId })).toEqual([['account', accountId, 'id']]);
  });

  it('finds an invitation by its id, until it is over', async () => {
    const { accountId } = await stage.newPerson();
    const body = { email: `${newId()}@example.com`, name: 'Grace Hopper', role: 'viewer' };
    const principal = applicationPrincipal({ accountId, scopes: ['accountinfofull', 'send'] });
    const made = await stage.auth.service.call('POST', '/invitations', { principal, body });
    const text = made.body.type === 'created' ? made.body.resource.id : '';
    expect(await found({ accountId, text })).toEqual([['invitation', text, 'id']]);
    expect(await found({ accountId: newId(), text })).toEqual([]);
    await stage.auth.dataSource.query('UPDATE invitations SET expires_at = created_at WHERE id = $1', [text]);
    expect(await found({ accountId, text })).toEqual([]);
  });

  it('shows people to owners and to the own application, as their list does, and to no integration', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const viewer = await stage.newPerson({ accountId, role: 'viewer' });
    const text = viewer.personId;
    const hit = [['person', text, 'id']];
    expect(await found({ accountId, text, personId: owner.personId })).toEqual(hit);
    expect(await found({ accountId, text, personId: viewer.personId })).toEqual([]);
    expect(await found({ accountId, text, personId: newId() })).toEqual([]);
    const integration = await RelyingParty.register(stage);
    expect(await found({ accountId, text, applicationId: integration.id })).toEqual([]);
    const theirs = await stage.auth.dataSource.manager.findOneByOrFail(Application, { id: integration.id });
    expect(await found({ accountId, text: integration.id })).toEqual([]);
    expect(await found({ accountId: theirs.accountId, text: integration.id })).toEqual([
      ['application', integration.id, 'id'],
    ]);
  });
});
