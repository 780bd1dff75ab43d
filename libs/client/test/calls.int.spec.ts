import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, type ClientOptions, ConnectionError, createClient } from '../src/index.js';
import { ApiDouble, type DoubleAnswer } from './api-double.js';

const id = '0195b3a0-0000-7000-8000-0000000000c1';
const path = { id };

describe('calls', () => {
  let api: ApiDouble;
  beforeAll(async () => {
    api = await new ApiDouble().open();
  });
  afterAll(() => api.close());

  const client = (more: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: api.baseUrl, key: 'key', secret: 'secret', ...more });
  /** Answers in turn; the last one again and again. */
  const inTurn = (...told: DoubleAnswer[]) => {
    let at = 0;
    return () => told[Math.min(at++, told.length - 1)];
  };
  const refused = (status: number, code: string, headers = {}): DoubleAnswer => ({
    status,
    headers,
    body: { code, message: 'No.' },
  });
  const failing = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('share one token, also 100 at once', async () => {
    api.answers(() => ({ body: { id } }));
    const each = client();
    await Promise.all(Array.from({ length: 100 }, () => each.get('/customers/{id}', { path })));
    expect([api.tokens, api.asked.length]).toEqual([1, 100]);
  });

  it('renew an expired token once for all of them', async () => {
    api.answers(({ headers }) =>
      headers.authorization === 'Bearer token-1' ? refused(401, 'ExpiredAccessToken') : { body: { id } },
    );
    const each = client();
    const calls = Array.from({ length: 20 }, () => each.get('/customers/{id}', { path }));
    expect(await Promise.all(calls)).toHaveLength(20);
    expect(api.tokens).toBe(2);
  });

  it('renew a token by a refresh token, and keep the next one first', async () => {
    const kept = ['first'];
    const sent: string[] = [];
    const token = { access_token: 'a', expires_in: 3_600, refresh_token: 'second' };
    const refresh = {
      clientId: 'cli',
      load: () => Promise.resolve(kept.at(-1) ?? ''),
      save: (next: string) => Promise.resolve(void kept.push(next)),
    };
    const fetching: typeof fetch = (url, init) => {
      const { href } = new URL(url instanceof Request ? url.url : url);
      if (!href.endsWith('/token')) return Promise.resolve(Response.json({ id, kept: [...kept] }));
      if (typeof init?.body === 'string') sent.push(init.body);
      return Promise.resolve(Response.json(token));
    };
    const answer = await createClient({ baseUrl: api.baseUrl, fetch: fetching, refresh }).get('/customers/{id}', {
      path,
    });
    expect(sent).toEqual(['grant_type=refresh_token&client_id=cli&refresh_token=first']);
    expect(answer).toMatchObject({ kept: ['first', 'second'] });
  });

  it('ask whoever gives tokens for another one than the API has refused', async () => {
    api.answers(({ headers }) =>
      headers.authorization === 'Bearer old' ? refused(401, 'ExpiredAccessToken') : { body: { id } },
    );
    const token = (given?: string) => Promise.resolve(given === 'old' ? 'new' : 'old');
    const answer = await createClient({ baseUrl: api.baseUrl, token }).get('/customers/{id}', { path });
    expect([answer, api.asked.length]).toEqual([{ id }, 2]);
  });

  it('go to paths that no type names, and answer text as it is', async () => {
    api.answers(() => ({ headers: { 'content-type': 'text/csv' }, body: 'a,b' }));
    const answer = await client().request('POST', '/newer?x=1', { accept: 'text/csv', body: { a: 1 } });
    expect(answer).toMatchObject({ status: 200, requestId: 'request-1', text: '"a,b"', body: {} });
    expect(api.asked).toMatchObject([
      { method: 'POST', path: '/newer?x=1', body: '{"a":1}', headers: { accept: 'text/csv' } },
    ]);
  });

  it('end at once when the secret is wrong', async () => {
    const fetching: typeof fetch = () => Promise.resolve(Response.json({ error: 'invalid_client' }, { status: 401 }));
    const error = await failing(client({ fetch: fetching }).get('/customers/{id}', { path }));
    expect(error).toMatchObject({ name: 'ApiError', status: 401, code: 'invalid_client', isRetryable: false });
  });

  it('make 1,000 resources by 1,000 POSTs through a link that drops half of the answers', async () => {
    const made = new Map<string, string>();
    const sent = new Map<string, number>();
    api.answers(({ headers }) => {
      const key = String(headers['idempotency-key']);
      const times = (sent.get(key) ?? 0) + 1;
      sent.set(key, times);
      const replayed = made.has(key);
      if (!replayed) made.set(key, `${api.baseUrl}/customers/${made.size}`);
      // Every second one, and the first answer of every fourth one twice.
      if (made.size % 2 === 0 && times <= (made.size % 4 === 0 ? 2 : 1)) return { isLost: true };
      return {
        status: 201,
        headers: { location: made.get(key) ?? '', 'idempotent-replayed': String(replayed) },
      };
    });
    const one = client();
    const body = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
    const created = [];
    for (let batch = 0; batch < 10; batch++) {
      created.push(...(await Promise.all(Array.from({ length: 100 }, () => one.post('/customers', { body })))));
    }
    expect(new Set(created.map(({ location }) => location)).size).toBe(1_000);
    expect([made.size, api.asked.length > 1_200]).toEqual([1_000, true]);
    expect(created.some(({ replayed }) => replayed)).toBe(true);
  });

  it.each([429, 503])('wait as long as an answer of %i asks for', async (status) => {
    const headers = { 'retry-after': '1' };
    api.answers(
      inTurn(refused(status, status === 429 ? 'TooManyRequests' : 'ServiceUnavailable', headers), { body: {} }),
    );
    const startedAt = performance.now();
    await client().get('/customers/{id}', { path });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(api.asked).toHaveLength(2);
  });

  it.each<[number, string]>([
    [400, 'ValidationError'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [422, 'IdempotencyKeyReused'],
    [429, 'RateLimitReached'],
  ])('are tried once when they are refused with %i %s', async (status, code) => {
    const fault = { code: 'Required', message: 'Name required.', path: '/name' };
    api.answers(() => ({ status, body: { code, message: 'No.', _embedded: { errors: [fault] } } }));
    const error = await failing(client().post('/transfers', { body: {} as never }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status,
      code,
      message: 'No.',
      requestId: 'request-1',
      errors: [fault],
      isRetryable: false,
    });
    expect(api.asked).toHaveLength(1);
  });

  it('repeat what is still being processed, and what something between answers, under the same key', async () => {
    const gateway = { status: 502, body: undefined };
    const made = { status: 201, headers: { location: `${api.baseUrl}/transfers/1` } };
    api.answers(inTurn(refused(409, 'Conflict'), gateway, made));
    const created = await client().post('/transfers', { body: {} as never, idempotencyKey: 'mine' });
    expect(created).toEqual({
      id: '1',
      location: `${api.baseUrl}/transfers/1`,
      replayed: false,
      requestId: 'request-1',
    });
    expect(api.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine', 'mine']);
  });

  it('repeat what is refused as passing, whatever its code', async () => {
    api.answers(inTurn(refused(503, 'Overloaded', { 'retry-after': '0' }), { status: 200, body: {} }));
    await client().get('/customers/{id}', { path });
    expect(api.asked).toHaveLength(2);
  });

  it('end with the error that they have when the next try would come too late', async () => {
    api.answers(() => refused(503, 'ServiceUnavailable', { 'retry-after': '61' }));
    const error = await failing(client().get('/customers/{id}', { path }));
    expect(error).toMatchObject({ status: 503, retryAfter: 61, isRetryable: true });
    expect(api.asked).toHaveLength(1);
  });

  it('end when their time is over', async () => {
    api.answers(() => ({ isSilent: true }));
    const error = await failing(client({ timeoutMs: 50 }).get('/customers/{id}', { path }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: expect.stringContaining('no answer within 50 ms') });
  });

  it('end with a ConnectionError where nobody listens', async () => {
    const closed = await new ApiDouble().open();
    const { baseUrl } = closed;
    await closed.close();
    const error = await failing(client({ baseUrl, timeoutMs: 50 }).get('/customers/{id}', { path }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: expect.stringContaining(baseUrl) });
  });

  it.each(['before', 'while'])('reject with the reason of a signal that is aborted %s they run', async (when) => {
    const abort = new AbortController();
    const reason = new Error('enough');
    if (when === 'before') abort.abort(reason);
    api.answers(() => {
      abort.abort(reason);
      return { isSilent: true };
    });
    expect(await failing(client().get('/customers/{id}', { path, signal: abort.signal }))).toBe(reason);
  });

  it.each(['https://elsewhere.example/customers/1', 'http://127.0.0.1.elsewhere.example/'])(
    'send nothing to %s',
    async (href) => {
      api.answers(() => ({ body: {} }));
      const resource = { _links: { self: { href } } };
      expect(await failing(client().follow(resource, 'self'))).toBeInstanceOf(TypeError);
      expect(api.asked).toEqual([]);
    },
  );

  it('do not leave the suite by a redirect', async () => {
    api.answers(() => ({ status: 302, headers: { location: 'https://elsewhere.example/' } }));
    const error = await failing(client().get('/customers/{id}', { path }));
    expect(error).toMatchObject({ status: 302, code: 'Unknown', isRetryable: false });
  });

  it('tell hooks of each request and answer, without bodies', async () => {
    api.answers(inTurn(refused(503, 'ServiceUnavailable'), { body: { id } }));
    const told: object[] = [];
    const onRequest = (it: object) => told.push(it);
    const onResponse = (it: object) => told.push(it);
    const onRetry = (it: object) => told.push(it);
    const hooks = { onRequest, onResponse, onRetry };
    await client({ token: () => Promise.resolve('t'), ...hooks }).get('/customers/{id}', { path });
    const request = { method: 'GET', path: `/customers/${id}` };
    const answer = { ...request, requestId: 'request-1', durationMs: expect.any(Number) };
    expect(told).toEqual([
      { ...request, attempt: 1 },
      { ...answer, attempt: 1, status: 503 },
      { ...request, attempt: 1, waitMs: expect.any(Number), error: expect.objectContaining({ status: 503 }) },
      { ...request, attempt: 2 },
      { ...answer, attempt: 2, status: 200 },
    ]);
  });

  it('name what an address lacks, before anything is sent', async () => {
    await expect(client().get('/customers/{id}', { path: {} as typeof path })).rejects.toThrow('needs id');
  });

  it.each(['', '.', '..'])('never take %j as an id', async (id) => {
    const removing = client().delete('/webhook-subscriptions/{id}', { path: { id } });
    await expect(removing).rejects.toThrow('needs id');
  });
});
