import { randomUUID } from 'node:crypto';
import type { Method, Scope } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { Consent } from '../consent/consent.entity.js';
import { Sessions } from '../session/sessions.js';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

interface Caller {
  readonly accountId: string;
  readonly scopes?: readonly Scope[];
  readonly userId?: string;
}

/** The account's own application, or a person with a first-party one. */
async function call(caller: Caller, method: Method, path: string, body?: object) {
  const { accountId, scopes = ['accountinfofull', 'send'], userId } = caller;
  const principal = { ...applicationPrincipal({ accountId, scopes }), ...(userId !== undefined && { userId }) };
  const answer = await stage.auth.service.call(method, path, { body, principal });
  return { status: answer.status, body: answer.body as unknown as Readonly<Record<string, unknown>> };
}

const invite = (given: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  name: 'Grace',
  role: 'viewer',
  ...given,
});
const codeOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }): unknown => body['code'];

describe('the people of an account', () => {
  it('are seen by its own application and its owners, and by nobody else', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const viewer = await stage.newPerson({ accountId, role: 'viewer' });
    const own = await call({ accountId }, 'GET', '/people');
    expect(own.body).toMatchObject({ total: 2, items: [{ attributes: { email: owner.email, role: 'owner' } }, {}] });
    expect((await call({ accountId, userId: owner.personId }, 'GET', '/people')).status).toBe(200);
    expect(codeOf(await call({ accountId, userId: viewer.personId }, 'GET', '/people'))).toBe('Forbidden');
    const stranger = { accountId: await stage.auth.openAccount() };
    expect(codeOf(await call(stranger, 'GET', `/people/${owner.personId}`))).toBe('NotFound');
    expect(codeOf(await call(stranger, 'POST', `/people/${owner.personId}`, { role: 1 }))).toBe('NotFound');
    expect((await call(stranger, 'GET', '/people')).body).toMatchObject({ total: 0, items: [] });
  });

  it('are changed by an owner that has just logged in, and by no application', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const member = await stage.newPerson({ accountId, role: 'member' });
    const asOwner = { accountId, userId: owner.personId };
    const path = `/people/${member.personId}`;
    const body = { role: 'treasurer' };
    for (const caller of [
      { accountId },
      asOwner,
      { accountId, userId: member.personId },
      { accountId, userId: newId() },
    ]) {
      expect(codeOf(await call(caller, 'POST', path, body))).toBe('Forbidden');
    }
    await stage.loggedIn(owner);
    expect((await call(asOwner, 'POST', path, body)).body).toMatchObject({ attributes: { role: 'treasurer' } });
    for (const bad of [{}, { role: 'operator' }, { role: 'viewer', removed: true }, { removed: false }]) {
      expect(codeOf(await call(asOwner, 'POST', path, bad))).toBe('ValidationError');
    }
    expect(codeOf(await call(asOwner, 'POST', `/people/${owner.personId}`, body))).toBe('InvalidResourceState');
    const visitor = await stage.loggedIn(member);
    expect((await call(asOwner, 'POST', path, { removed: true })).body).toMatchObject({
      attributes: { email: member.email, disconnected: 0 },
    });
    expect(codeOf(await call(asOwner, 'GET', path))).toBe('NotFound');
    expect((await visitor.get('/me')).location).toBe('/login');
    stage.auth.clock.advance(6 * 60_000);
    expect(codeOf(await call(asOwner, 'POST', `/people/${owner.personId}`, body))).toBe('Forbidden');
  });
});

describe('who is owner no more', () => {
  it.each([
    ['by another role', { role: 'viewer' }],
    ['by removal', { removed: true }],
  ])('%s disconnects the integrations that it had let in, and is told how many', async (_, body) => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const other = await stage.newPerson({ accountId });
    const elsewhere = await stage.newPerson({ email: other.email, role: 'owner' });
    for (const given of [accountId, accountId, elsewhere.accountId]) {
      const application = await stage.seed.addApplication({
        ...{ accountId: given, name: 'Shop', kind: 'integration', redirectUrls: [] },
        ...{ isApproved: true, isStrict: false },
      });
      const consent = { personId: other.personId, applicationId: application.id, accountId: given };
      await stage.auth.dataSource.manager.insert(Consent, { ...consent, scopes: ['send'], givenAt: new Date() });
    }
    await stage.loggedIn(owner);
    const asOwner = { accountId, userId: owner.personId };
    const { body: answer } = await call(asOwner, 'POST', `/people/${other.personId}`, body);
    expect(answer).toMatchObject({ attributes: { disconnected: 2 } });
    expect(await stage.auth.dataSource.manager.countBy(Consent, { personId: other.personId })).toBe(1);
  });

  it('has to have logged in lately, and letting a program in is no log-in', async () => {
    const owner = await stage.newPerson();
    const { accountId, personId } = owner;
    await stage.loggedIn(owner);
    stage.auth.clock.advance(6 * 60_000);
    const expiresAt = new Date(stage.auth.clock.system().getTime() + 3_600_000);
    const begun = { id: randomUUID(), personId, expiresAt, allowedIn: randomUUID() };
    await stage.auth.dataSource.transaction((tx) =>
      stage.auth.service.get(Sessions).beginFor(tx, { ...begun, application: { id: randomUUID(), name: 'CLI' } }),
    );
    const answer = await call({ accountId, userId: personId }, 'POST', `/people/${personId}`, { role: 'viewer' });
    expect(codeOf(answer)).toBe('Forbidden');
    expect(answer.body).toMatchObject({ message: expect.stringContaining('Log in again') });
  });
});

describe('an invitation', () => {
  it('makes a person, who chooses a password and belongs to the account', async () => {
    const accountId = await stage.auth.openAccount({ name: 'Harbor <b>Payments' });
    const body = invite({ email: `Grace.${randomUUID()}@example.com`, role: 'member' });
    const made = await call({ accountId }, 'POST', '/invitations', body);
    expect(made.status).toBe(201);
    const listed = await call({ accountId }, 'GET', '/invitations');
    expect(listed.body).toMatchObject({ total: 1, items: [{ attributes: body }] });
    const link = await stage.linkTo(body.email, /invited/);
    expect((await stage.visitor().get(link)).html).toContain('Harbor &lt;b&gt;Payments');
    const visitor = stage.visitor();
    const named = { 'new-password': `${body.email} is me`, 'repeated-password': `${body.email} is me` };
    expect((await visitor.send(link, named)).status).toBe(400);
    const chosen = { 'new-password': PASSWORD, 'repeated-password': PASSWORD };
    expect((await visitor.send(link, chosen)).location).toBe('/me');
    expect((await visitor.get('/me')).html).toContain('(member)');
    expect((await stage.visitor().get(link)).status).toBe(404);
    expect((await call({ accountId }, 'GET', '/invitations')).body).toMatchObject({ total: 0 });
    expect((await call({ accountId }, 'GET', '/people')).body).toMatchObject({ items: [{ attributes: body }] });
  });

  it('of a person that is known is accepted by that person alone, after a log-in', async () => {
    const person = await stage.newPerson();
    const accountId = await stage.auth.openAccount({ name: 'Second' });
    await call({ accountId }, 'POST', '/invitations', invite({ email: person.email.toUpperCase(), role: 'owner' }));
    const link = await stage.linkTo(person.email.toUpperCase(), /invited/);
    const visitor = stage.visitor();
    const asked = await visitor.get(link);
    expect([asked.heading, asked.html.includes('Log in to join Second')]).toEqual(['Log in', true]);
    const fields = { email: person.email, password: PASSWORD, then: link, 'form-token': asked.tokenFor('/login') };
    expect((await visitor.post('/login', fields)).location).toBe(link);
    expect((await visitor.get(link)).heading).toBe('Join Second');
    const stranger = await stage.loggedIn(await stage.newPerson());
    expect((await stranger.get(link)).status).toBe(403);
    expect((await visitor.send(link, { answer: 'later' })).location).toBe('/me');
    const page = await visitor.get(link);
    const accepted = { answer: 'accept', 'form-token': page.tokenFor(link) };
    const both = await Promise.all([visitor.post(link, accepted), visitor.post(link, accepted)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect((await call({ accountId }, 'GET', '/people')).body).toMatchObject({ total: 1 });
  });

  it('to a role that moves money needs the scope for it, of an application', async () => {
    const accountId = await stage.auth.openAccount();
    const narrow = { accountId, scopes: ['accountinfofull'] as const };
    for (const role of ['treasurer', 'owner']) {
      expect(codeOf(await call(narrow, 'POST', '/invitations', invite({ role })))).toBe('Forbidden');
      expect((await call({ accountId }, 'POST', '/invitations', invite({ role }))).status).toBe(201);
    }
    expect((await call(narrow, 'POST', '/invitations', invite({ role: 'member' }))).status).toBe(201);
    expect(codeOf(await call({ accountId }, 'POST', '/invitations', invite({ role: 'operator' })))).toBe(
      'ValidationError',
    );
  });

  it('exists once for an address, and once it is withdrawn no more', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const body = invite();
    const { resource } = (await call({ accountId }, 'POST', '/invitations', body)).body as {
      resource?: { id: string };
    };
    const path = `/invitations/${resource?.id}`;
    expect(codeOf(await call({ accountId }, 'POST', '/invitations', body))).toBe('ValidationError');
    expect(codeOf(await call({ accountId }, 'POST', '/invitations', invite({ email: owner.email })))).toBe(
      'ValidationError',
    );
    const link = await stage.linkTo(body.email, /invited/);
    expect(codeOf(await call({ accountId: await stage.auth.openAccount() }, 'DELETE', path))).toBe('NotFound');
    expect(codeOf(await call({ accountId }, 'DELETE', path))).toBe('Forbidden');
    await stage.loggedIn(owner);
    const withdrawn = await call({ accountId, userId: owner.personId }, 'DELETE', path);
    expect(withdrawn.body).toMatchObject({ attributes: body });
    expect(codeOf(await call({ accountId }, 'GET', path))).toBe('NotFound');
    expect((await stage.visitor().get(link)).status).toBe(404);
    expect((await call({ accountId }, 'POST', '/invitations', body)).status).toBe(201);
  });

  it('works for seven days', async () => {
    const accountId = await stage.auth.openAccount();
    const body = invite();
    await call({ accountId }, 'POST', '/invitations', body);
    const link = await stage.linkTo(body.email, /invited/);
    stage.auth.clock.advance(7 * 24 * 60 * 60_000);
    expect((await stage.visitor().get(link)).status).toBe(404);
    expect((await call({ accountId }, 'GET', '/invitations')).body).toMatchObject({ total: 0 });
    expect((await call({ accountId }, 'POST', '/invitations', body)).status).toBe(201);
  });

  it('goes to the owner of a new account', async () => {
    const owner = { email: `${randomUUID()}@example.com`, name: 'Ada' };
    const accountId = await stage.auth.openAccount({ owner });
    expect((await call({ accountId }, 'GET', '/invitations')).body).toMatchObject({
      items: [{ attributes: { ...owner, role: 'owner' } }],
    });
    await stage.linkTo(owner.email, /invited/);
  });
});
