import { authorizationRoutes } from '@halyard/contracts/authorization';
import { Bytes } from '@halyard/http';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { json } from 'node:stream/consumers';
import { authService } from '../../../test/support/auth-service.js';
import { SecurityEvents } from '../../security-event/security-events.js';
import { AccessTokenSigner } from '../access-token-signer.js';
import { JWKS_MAX_AGE_SECONDS } from '../jwks-max-age.js';
import { SigningKeys } from '../signing-keys.js';

const PATH = '/operations/signing-key-rotations';
const LEAD_MS = 300_000;
const HOUR_MS = 3_600_000;
const principal = applicationPrincipal({ userId: '0195b3a0-0000-7000-8000-0000000000a3' });
const claims = { sub: 'a', client_id: 'a', account_id: 'b', scope: '', may: 'read' } as const;

interface Rotation {
  readonly id: string;
  readonly status: string;
  readonly keys: readonly string[];
  readonly signsFrom: string;
}

describe('a rotation of signing keys', () => {
  let first: TestService;
  let second: TestService;
  beforeAll(async () => {
    first = await startTestService(authService);
    second = await startTestService(authService, { beside: first });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });
  /** Nothing is under way any more, and the former keys verify nothing. */
  beforeEach(() => first.clock.advance(3 * HOUR_MS));

  const processes = (): readonly TestService[] => [first, second];
  const order = async (body: object = {}, given: { by?: TestService; operationId?: string } = {}) => {
    const { by = first, ...call } = given;
    const answer = await by.call('POST', PATH, { body, principal, ...call });
    const { resource } = answer.body as { readonly resource?: { readonly id: string } };
    return { status: answer.status, body: answer.body as unknown as Record<string, unknown>, id: resource?.id ?? '' };
  };
  const rotationOf = async (id: string): Promise<Rotation> => {
    const { body } = await second.call('GET', `${PATH}/${id}`, { principal });
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes as unknown as Rotation;
  };
  const kidsSigning = async (service: TestService): Promise<readonly unknown[]> => {
    const accessToken = await service.get(AccessTokenSigner).sign(claims);
    const { kid } = await service.get(SigningKeys).signingKey('RS256');
    return [decodeProtectedHeader(accessToken).kid, kid];
  };
  const jwks = async (service: TestService): Promise<Bytes> => {
    const answer = await service.exchange(authorizationRoutes.getPublicKeys, '/jwks', {
      principal: servicePrincipal('gateway'),
    });
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const kidsPublished = async (service: TestService): Promise<readonly string[]> => {
    const { keys } = (await json((await jwks(service)).body)) as { keys: { kid: string }[] };
    return keys.map(({ kid }) => kid);
  };

  it('publishes keys at every process before they sign, and the former ones until their last token has expired', async () => {
    const former = await kidsSigning(first);
    const { status, id } = await order();
    expect(status).toBe(201);
    const { keys } = await rotationOf(id);
    const seen = async () => [
      (await rotationOf(id)).status,
      ...(await Promise.all(processes().map(async (one) => [await kidsPublished(one), await kidsSigning(one)]))),
    ];
    const both = [keys[0], former[0], keys[1], former[1]];
    expect(await seen()).toEqual(['published', [both, former], [both, former]]);
    first.clock.advance(LEAD_MS - 1);
    expect(await seen()).toEqual(['published', [both, former], [both, former]]);
    first.clock.advance(1);
    expect(await seen()).toEqual(['signing', [both, keys], [both, keys]]);
    first.clock.advance(HOUR_MS);
    expect(await seen()).toEqual(['signing', [both, keys], [both, keys]]);
    first.clock.advance(60_000);
    expect(await seen()).toEqual(['done', [keys, keys], [keys, keys]]);
  });

  it('has a lead that is at least as long as clients may remember the published keys', async () => {
    const { headers } = await jwks(first);
    expect(headers['cache-control']).toBe(`public, max-age=${JWKS_MAX_AGE_SECONDS}`);
    expect((await order({ leadSeconds: JWKS_MAX_AGE_SECONDS - 1 })).body).toMatchObject({
      code: 'ValidationError',
      faults: [{ path: '/leadSeconds' }],
    });
    expect((await order({ leadSeconds: JWKS_MAX_AGE_SECONDS })).status).toBe(201);
  });

  it('waits for the one before, also for one that another process is in the middle of', async () => {
    const held = Promise.withResolvers<void>();
    const events = first.get(SecurityEvents);
    const [record, recordOther] = [jest.spyOn(events, 'record'), jest.spyOn(second.get(SecurityEvents), 'record')];
    record.mockImplementationOnce(async (...given) => {
      await held.promise;
      await events.record(...given);
    });
    const one = order();
    await until('the first to be in the middle', () => record.mock.calls.length > 0);
    const other = order({}, { by: second });
    await until('the second to wait', async () => recordOther.mock.calls.length > 0 || (await isLockWaitedFor()));
    held.resolve();
    expect((await one).status).toBe(201);
    expect(await other).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
    jest.restoreAllMocks();

    first.clock.advance(LEAD_MS);
    expect((await order()).status).toBe(201);
    // Those that retire, those that sign, those that will.
    expect(await kidsPublished(second)).toHaveLength(6);
  });
  const isLockWaitedFor = async (): Promise<boolean> => {
    const [row] = await first.dataSource.query<{ waits: boolean }[]>(
      `SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
         WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted) AS waits`,
    );
    return row?.waits === true;
  };

  it('in an emergency withdraws all keys, and signs at once with published ones', async () => {
    const former = await kidsSigning(second);
    const { id: waiting } = await order();
    const known = await kidsPublished(first);
    const { id } = await order({ emergency: true });
    const { keys, status } = await rotationOf(id);
    expect(status).toBe('done');
    for (const one of processes()) expect([await kidsPublished(one), await kidsSigning(one)]).toEqual([keys, keys]);
    expect((await rotationOf(waiting)).status).toBe('withdrawn');
    const ended = await first.dataSource.query<{ id: string }[]>(
      `SELECT id FROM revocations WHERE kind = 'signing-key' AND before IS NULL AND id = ANY($1)`,
      [known],
    );
    expect(ended.map((row) => row.id).sort()).toEqual([...known].sort());
    expect(known).toEqual(expect.arrayContaining([...former]));
    const stored = await first.dataSource.query<{ kid: string }[]>('SELECT kid FROM signing_keys');
    expect(stored.map(({ kid }) => kid).sort()).toEqual([...keys].sort());
  });

  it('has no lead in an emergency', async () => {
    expect((await order({ emergency: true, leadSeconds: 300 })).body).toMatchObject({
      code: 'ValidationError',
      faults: [{ code: 'NotAllowed', path: '/leadSeconds' }],
    });
  });

  it('happens once, however often its request comes', async () => {
    const operationId = '0195b3a0-0000-7000-8000-0000000000aa';
    const ids = await Promise.all(processes().map((by) => order({}, { by, operationId })));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await kidsPublished(first)).toHaveLength(4);
  });

  it('that is interrupted changes nothing, and can begin again', async () => {
    const [published, signing] = [await kidsPublished(first), await kidsSigning(first)];
    const record = jest.spyOn(first.get(SecurityEvents), 'record').mockRejectedValue(new Error('killed'));
    for (const body of [{}, { emergency: true }]) expect((await order(body)).status).toBe(500);
    record.mockRestore();
    for (const one of processes()) {
      expect([await kidsPublished(one), await kidsSigning(one)]).toEqual([published, signing]);
    }
    expect((await order()).status).toBe(201);
  });

  it('is listed, the newest first, and told to those who look after security', async () => {
    const { id } = await order();
    const { applicationId, userId: personId } = principal;
    const by = { operator: applicationId, personId };
    const { body } = await first.call('GET', PATH, { query: { limit: '1' }, principal });
    expect(body).toMatchObject({ type: 'collection', items: [{ id, attributes: by }] });
    const events = await first.call('GET', '/operations/security-events', {
      query: { limit: '1', type: 'signing_key_rotated' },
      principal,
    });
    expect(events.body).toMatchObject({ items: [{ attributes: { applicationId, personId } }] });
  });
});
