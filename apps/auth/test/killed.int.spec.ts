import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { IsNull } from 'typeorm';
import { authService } from './support/auth-service.js';
import type { SeededPerson } from '../src/seed.js';
import { Session } from '../src/session/session.entity.js';
import { AccessTokenSigner } from '../src/signing-key/access-token-signer.js';
import { SigningKeyRotation } from '../src/signing-key/rotate-keys/signing-key-rotation.entity.js';
import { SigningKeys } from '../src/signing-key/signing-keys.js';
import { killedAtEach, watchConnections } from './support/killed.js';
import { PagesStage, PASSWORD } from './support/pages-stage.js';
import { CALLBACK, RelyingParty } from './support/relying-party.js';
import { Visitor } from './support/visitor.js';

const ROTATIONS = '/operations/signing-key-rotations';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const HOUR_MS = 3_600_000;
const operator = applicationPrincipal();

type Form = Readonly<Record<string, string>>;

/** Of two processes of auth one dies in the middle of something, between any two statements, and the other goes on. */
describe('a process of auth that is killed', () => {
  let stage: PagesStage;
  let dying: TestService;
  let other: TestService;
  let person: SeededPerson;
  let rp: RelyingParty;
  let stopWatching: () => void;
  beforeAll(async () => {
    stage = await PagesStage.open();
    dying = stage.auth.service;
    other = await startTestService(authService, { beside: dying });
    const accountId = await stage.auth.openAccount({ operator: true });
    await stage.seed.addFirstParty({ accountId, consoleUrl: 'https://localhost:8443/console/' });
    person = await stage.newPerson();
    rp = await RelyingParty.register(stage);
    stopWatching = watchConnections();
  });
  afterAll(async () => {
    stopWatching();
    await other.stop();
    await stage.close();
  });
  /** Nothing of the round before counts any more: no guess, no rotation. */
  beforeEach(() => stage.auth.clock.advance(3 * HOUR_MS));

  async function token(service: TestService, form: Form): Promise<Form> {
    const { body } = await service.call('POST', '/token', { body: { form }, principal: servicePrincipal('gateway') });
    if (body.type !== 'raw') throw new Error(JSON.stringify(body));
    return JSON.parse(body.body) as Form;
  }
  const ofClient = () => ({ client_id: rp.id, client_secret: rp.secret });
  const exchange = (service: TestService, code: string): Promise<Form> =>
    token(service, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...ofClient() });
  const refresh = (service: TestService, refreshToken = '', client: Form = ofClient()): Promise<Form> =>
    token(service, { grant_type: 'refresh_token', refresh_token: refreshToken, ...client });

  it('at a log-in leaves no session that cannot be ended', async () => {
    const { manager } = stage.auth.dataSource;
    const died = await killedAtEach({
      begin: async () => {
        stage.auth.clock.advance(60_000);
        const [one, visitor] = [await stage.newPerson(), stage.visitor()];
        return { one, visitor, formToken: (await visitor.get('/login')).tokenFor('/login') };
      },
      work: async ({ one: { email }, visitor, formToken }) => {
        const fields = { email, password: PASSWORD, 'form-token': formToken };
        const { location } = await visitor.post('/login', fields);
        return location === '/me' ? location : undefined;
      },
      then: async ({ one: { email, personId } }) => {
        const again = new Visitor(other, `network ${personId}`);
        expect((await again.send('/login', { email, password: PASSWORD })).location).toBe('/me');
        const page = await again.get('/me');
        const live = { personId, endedAt: IsNull() };
        const begun = (await manager.findBy(Session, live)).map(({ id }) => `/me/sessions/${id}`);
        const ends = [...page.html.matchAll(/action="(\/me\/sessions\/[^"]+)"/g)].map(([, action = '']) => action);
        expect(ends.sort()).toEqual(begun.sort());
        await again.send('/logout', { answer: 'leave' });
        expect(await manager.countBy(Session, live)).toBe(begun.length - 1);
      },
    });
    expect(died).toBeGreaterThan(3);
  });

  it('at the exchange of a code lets nobody have tokens for it twice, and tokens that were answered go on', async () => {
    const visitor = await stage.loggedIn(person);
    const died = await killedAtEach({
      begin: async () => (await rp.authorized(visitor))['code'] ?? '',
      work: async (code) => (await exchange(dying, code))['refresh_token'],
      then: async (code, answered) => {
        if (answered !== undefined) {
          expect(await refresh(other, answered)).toHaveProperty('access_token');
          return;
        }
        const second = await exchange(other, code);
        const third = await exchange(dying, code);
        expect(third).toMatchObject({ error: 'invalid_grant' });
        if (second['error'] !== undefined) expect(second).toMatchObject({ error: 'invalid_grant' });
      },
    });
    expect(died).toBeGreaterThan(5);
  });

  it('at a refresh loses no family, and both processes give one newest pair', async () => {
    const visitor = await stage.loggedIn(person);
    const died = await killedAtEach({
      begin: async () => (await rp.tokens(visitor))['refresh_token'],
      work: async (refreshToken) => {
        const { refresh_token: next } = await refresh(dying, refreshToken);
        return next;
      },
      then: async (refreshToken, answered) => {
        const again = await refresh(other, refreshToken);
        expect(again).toHaveProperty('access_token');
        if (answered !== undefined) expect(again['refresh_token']).toBe(answered);
        expect(await refresh(dying, refreshToken)).toMatchObject({ refresh_token: again['refresh_token'] });
        expect(await refresh(other, again['refresh_token'])).toHaveProperty('access_token');
      },
    });
    expect(died).toBeGreaterThan(3);
  });

  const kidsPublished = async (service: TestService): Promise<readonly string[]> => {
    const answer = await service.exchange(authorizationRoutes.getPublicKeys, '/jwks', {
      principal: servicePrincipal('gateway'),
    });
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return ((await json(answer.body)) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  const kidsSigning = async (service: TestService): Promise<readonly (string | undefined)[]> => {
    const claims = { sub: 'a', client_id: 'a', account_id: 'b', scope: '', may: 'read' } as const;
    const { kid } = await service.get(SigningKeys).signingKey('RS256');
    return [decodeProtectedHeader(await service.get(AccessTokenSigner).sign(claims)).kid, kid];
  };

  it('at a rotation leaves one rotation once it is asked for again, and no key signs that is not published', async () => {
    const { manager } = stage.auth.dataSource;
    const rotate = (service: TestService, operationId: string) =>
      service.call('POST', ROTATIONS, { body: {}, principal: operator, operationId });
    const arePublished = async (): Promise<void> => {
      for (const service of [dying, other]) {
        const published = [...(await kidsPublished(dying)), ...(await kidsPublished(other))];
        expect(published).toEqual(expect.arrayContaining([...(await kidsSigning(service))]));
      }
    };
    const died = await killedAtEach({
      begin: async () => {
        stage.auth.clock.advance(3 * HOUR_MS);
        const former = await kidsSigning(other);
        return { id: newId(), former, rotations: await manager.count(SigningKeyRotation) };
      },
      work: async ({ id }) => {
        const { status } = await rotate(dying, id);
        return status === 201 ? status : undefined;
      },
      then: async ({ id, former, rotations }) => {
        await arePublished();
        expect((await rotate(other, id)).status).toBe(201);
        expect(await manager.count(SigningKeyRotation)).toBe(rotations + 1);
        await arePublished();
        expect([await kidsSigning(dying), await kidsSigning(other)]).toEqual([former, former]);
        stage.auth.clock.advance(310_000);
        await arePublished();
        expect(await kidsSigning(dying)).not.toEqual(former);
      },
    });
    expect(died).toBeGreaterThan(5);
  });

  const commandLine = { client_id: firstPartyKeys.commandLine };
  async function beginDevice(): Promise<{ readonly device_code: string; readonly user_code: string }> {
    const body = new URLSearchParams({ ...commandLine, scope: 'openid transactions' }).toString();
    const answer = await other.exchange(oauthRoutes.authorizeDevice, '/device/authorization', {
      principal: servicePrincipal('gateway'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-client-network': randomUUID() },
      body: Readable.from([Buffer.from(body)]),
    });
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return (await json(answer.body)) as { device_code: string; user_code: string };
  }
  const poll = (service: TestService, deviceCode: string): Promise<Form> =>
    token(service, { grant_type: DEVICE_GRANT, device_code: deviceCode, ...commandLine });
  async function allow(visitor: Visitor, userCode: string): Promise<string> {
    const page = await visitor.get(`/device?user_code=${userCode}`);
    const [, account = ''] = /name="account"\s+value="([^"]*)"/.exec(page.html) ?? [];
    const form = { user_code: userCode, account, answer: 'allow', 'form-token': page.tokenFor('/device') };
    return (await visitor.post('/device', form)).heading;
  }

  it('at the answer to a device grant leaves it open or allowed, and gives tokens once', async () => {
    const visitor = await stage.loggedIn(person);
    const died = await killedAtEach({
      begin: beginDevice,
      work: async ({ user_code: code }) => ((await allow(visitor, code)).endsWith('is connected') ? code : undefined),
      then: async ({ device_code: code, user_code: userCode }, answered) => {
        const polled = await poll(other, code);
        if (polled['error'] === 'authorization_pending') {
          expect(answered).toBeUndefined();
          await allow(visitor, userCode);
          expect(await poll(other, code)).toHaveProperty('access_token');
        } else expect(polled).toHaveProperty('access_token');
        expect(await poll(dying, code)).toMatchObject({ error: 'invalid_grant' });
      },
    });
    expect(died).toBeGreaterThan(5);
  });

  it('at the exchange of a device code lets nobody have tokens for it twice', async () => {
    const visitor = await stage.loggedIn(person);
    const died = await killedAtEach({
      begin: async () => {
        const codes = await beginDevice();
        await allow(visitor, codes.user_code);
        return codes.device_code;
      },
      work: async (code) => (await poll(dying, code))['refresh_token'],
      then: async (code, answered) => {
        if (answered !== undefined) {
          expect(await refresh(other, answered, commandLine)).toHaveProperty('access_token');
          return;
        }
        const second = await poll(other, code);
        if (second['error'] !== undefined) expect(second).toMatchObject({ error: 'invalid_grant' });
        expect(await poll(dying, code)).toMatchObject({ error: 'invalid_grant' });
      },
    });
    expect(died).toBeGreaterThan(3);
  });
});
