import { randomUUID } from 'node:crypto';
import type { Method, Scope } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { Consent } from '../consent/consent.entity.js';
import { Passwords } from '../password/passwords.js';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

interface Caller {
  readonly accountId: string;
  readonly scopes?: readonly Scope[];
  readonly userId?: string;
  readonly authTime?: number;
}

/** The account's own application, or a person with a first-party one. */
async function call(caller: Caller, method: Method, path: string, body?: object) {
  const principal = applicationPrincipal({ scopes: ['accountinfofull', 'send'], ...caller });
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

  it('are changed by an owner that has just logged in for it, and by no application', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    const member = await stage.newPerson({ accountId, role: 'member' });
    const longAgo = { accountId, ...stage.freshly(owner.personId) };
    stage.auth.clock.advance(5 * 60_000 + 1);
    const asOwner = { accountId, ...stage.freshly(owner.personId) };
    const path = `/people/${member.personId}`;
    const body = { role: 'treasurer' };
    // A log-in in any other place makes no token younger.
    await stage.loggedIn(owner);
    for (const caller of [
      { accountId },
      longAgo,
      { accountId, userId: owner.personId },
      { accountId, userId: member.personId },
      { accountId, userId: newId() },
    ]) {
      expect(codeOf(await call(caller, 'POST', path, body))).toBe('Forbidden');
    }
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
        ...{ permissions: 'read-write-transact', isApproved: true, isStrict: false },
      });
      const consent = { personId: other.personId, applicationId: application.id, accountId: given };
      await stage.auth.dataSource.manager.insert(Consent, { ...consent, scopes: ['send'], givenAt: new Date() });
    }
    const asOwner = { accountId, ...stage.freshly(owner.personId) };
    const { body: answer } = await call(asOwner, 'POST', `/people/${other.personId}`, body);
    expect(answer).toMatchObject({ attributes: { disconnected: 2 } });
    expect(await stage.auth.dataSource.manager.countBy(Consent, { personId: other.personId })).toBe(1);
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
    const { text } = stage.letters.find(({ to }) => to === body.email) ?? {};
    expect(text).toContain('Your role is member: it adds and changes customers');
    const welcome = await stage.visitor().get(link);
    for (const told of ['Harbor &lt;b&gt;Payments', 'adds and changes customers', `value="${body.email}"`])
      expect(welcome.html).toContain(told);
    const visitor = stage.visitor();
    const named = { 'new-password': `${body.email} is me`, 'repeated-password': `${body.email} is me` };
    expect((await visitor.send(link, named)).status).toBe(400);
    const chosen = { 'new-password': PASSWORD, 'repeated-password': PASSWORD };
    expect((await visitor.send(link, chosen)).location).toBe('/me');
    const { html } = await visitor.get('/me');
    for (const told of ['(member)', 'href="https://localhost:8443/console/"']) expect(html).toContain(told);
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
    expect([asked.heading, asked.html.includes('to join <strong>Second</strong>')]).toEqual(['Log in', true]);
    const fields = { email: person.email, password: PASSWORD, then: link, 'form-token': asked.tokenFor('/login') };
    expect((await visitor.post('/login', fields)).location).toBe(link);
    expect((await visitor.get(link)).heading).toBe('Join Second');
    const stranger = await stage.loggedIn(await stage.newPerson());
    expect((await stranger.get(link)).status).toBe(403);
    expect((await visitor.send(link, { answer: 'later' })).location).toBe('/me');
    const page = await visitor.get(link);
    const accepted = { answer: 'accept', 'form-token': page.tokenFor(link) };
    const both = await Promise.all([visitor.post(link, accepted), visitor.post(link, accepted)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
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

  it.each(['"a\r\nBcc: x@y.z"@example.com', '"a\u0007"@example.com', '"a\u0085"@example.com'])(
    'goes to no address with a control character: %j',
    async (email) => {
      const accountId = await stage.auth.openAccount();
      const refused = await call({ accountId }, 'POST', '/invitations', invite({ email }));
      expect(refused.body).toMatchObject({ faults: [{ code: 'InvalidFormat', path: '/email' }] });
    },
  );

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
    const withdrawn = await call({ accountId, ...stage.freshly(owner.personId) }, 'DELETE', path);
    expect(withdrawn.body).toMatchObject({ attributes: body });
    expect(codeOf(await call({ accountId }, 'GET', path))).toBe('NotFound');
    expect((await stage.visitor().get(link)).status).toBe(404);
    expect((await call({ accountId }, 'POST', '/invitations', body)).status).toBe(201);
  });

  it('accepted several times at once makes one person, and refuses the others', async () => {
    const accountId = await stage.auth.openAccount();
    const body = invite();
    await call({ accountId }, 'POST', '/invitations', body);
    const link = await stage.linkTo(body.email, /invited/);
    const chosen = { 'new-password': PASSWORD, 'repeated-password': PASSWORD };
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage.visitor().send(link, chosen)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(7).fill(404)]);
    expect((await call({ accountId }, 'GET', '/people')).body).toMatchObject({ total: 1 });
  });

  it('to two accounts at once makes one person, and the other one can be accepted after a log-in', async () => {
    const [one, other] = [await stage.auth.openAccount(), await stage.auth.openAccount()];
    const body = invite();
    const links: string[] = [];
    for (const accountId of [one, other]) {
      await call({ accountId }, 'POST', '/invitations', body);
      links.push(await stage.linkTo(body.email, /invited/));
      stage.letters.length = 0;
    }
    const chosen = { 'new-password': PASSWORD, 'repeated-password': PASSWORD };
    const hashed = jest.spyOn(stage.auth.service.get(Passwords), 'hash');
    const answers = await Promise.all(links.map((link) => stage.visitor().send(link, chosen)));
    expect(hashed).toHaveBeenCalledTimes(2);
    hashed.mockRestore();
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const left = links[answers.findIndex(({ status }) => status === 409)] ?? '';
    const visitor = await stage.loggedIn({ email: body.email });
    expect((await visitor.send(left, { answer: 'accept' })).location).toBe('/me');
  });

  it('withdrawn at the moment at which it is accepted does one of the two', async () => {
    const owner = await stage.newPerson();
    const { accountId, personId } = owner;
    for (let round = 0; round < 5; round += 1) {
      const body = invite();
      const { resource } = (await call({ accountId }, 'POST', '/invitations', body)).body as {
        resource?: { id: string };
      };
      const link = await stage.linkTo(body.email, /invited/);
      const asOwner = { accountId, ...stage.freshly(personId) };
      const [accepted, withdrawn] = await Promise.all([
        stage.visitor().send(link, { 'new-password': PASSWORD, 'repeated-password': PASSWORD }),
        call(asOwner, 'DELETE', `/invitations/${resource?.id}`),
      ]);
      expect([
        [303, 404],
        [404, 200],
      ]).toContainEqual([accepted.status, withdrawn.status]);
    }
  });

  it('goes to one address five times a day, however often it is withdrawn', async () => {
    const owner = await stage.newPerson();
    const { accountId, personId } = owner;
    const body = invite();
    const inviteOnce = async () => {
      const made = await call({ accountId }, 'POST', '/invitations', body);
      const { resource } = made.body as { resource?: { id: string } };
      const asOwner = { accountId, ...stage.freshly(personId) };
      if (resource) await call(asOwner, 'DELETE', `/invitations/${resource.id}`);
      return made;
    };
    const begun = stage.auth.clock.system().getTime();
    for (let letter = 0; letter < 5; letter += 1) {
      expect((await inviteOnce()).status).toBe(201);
      stage.auth.clock.advance(60_000);
    }
    const until = new Date(begun + 24 * 60 * 60_000).toISOString();
    const refused = await inviteOnce();
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({
        code: 'TooManyRequests',
        message: expect.stringContaining(`Invite this address again from ${until} on.`),
      }),
    ]);
    expect((await call({ accountId }, 'POST', '/invitations', invite())).status).toBe(201);
    expect((await call({ accountId: await stage.auth.openAccount() }, 'POST', '/invitations', body)).status).toBe(201);
    stage.auth.clock.set(new Date(until));
    expect((await inviteOnce()).status).toBe(201);
    expect((await inviteOnce()).status).toBe(429);
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
