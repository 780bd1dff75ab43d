// Runs: embedded
import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { counts } from '@halyard/testing/counts';
import type { Holder } from './support/journeys.js';
import { fundedHolder, idOf, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { answerTo, holdsSideBySide } from './support/side-by-side.js';

const numRuns = counts.api.hostileBodies[process.env['SUITE_MODE'] === 'distributed' ? 'distributed' : 'embedded'];

/** A stream stays open, whatever it was asked with: its own specs say what it refuses. */
const answering = Object.entries<Route>(publicRoutes).filter(([, { kind }]) => kind !== 'stream');

const printable = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))),
});
const mediaType = fc.oneof(
  fc.constantFrom(
    'application/vnd.service.v1.hal+json',
    'application/vnd.service.v9.hal+json',
    'application/json; charset=utf-16',
    'application/json;q=x',
    '*/*;q=0',
    'text/html',
    ';',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ),
  printable,
);
const amount = fc.oneof(
  fc.constantFrom('1.00', '-1', '1e3', ' 1', '0', '1.001', '99999999999.00', 'NaN', 1.005, 1e21, -1, null, true),
  fc.record({
    value: fc.oneof(fc.string(), fc.double(), fc.constant('1.00')),
    currency: fc.oneof(fc.constant('USD'), fc.anything()),
  }),
);

describe('hostile input', () => {
  let shared: SharedSuite;
  /** Operator, so that what is sent gets past the gateway on every route. */
  let client: HalClient;
  let holder: Holder;
  let ids: readonly string[];

  beforeAll(async () => {
    shared = await SharedSuite.join('hostile-input');
    client = shared.operator;
    holder = await fundedHolder(client, '5.00');
    ids = [client.connection.accountId, idOf(holder.customer), idOf(holder.bank), idOf(holder.balance)];
  });

  afterAll(() => shared.leave());

  const id = () =>
    fc.oneof(
      fc.constantFrom(...ids),
      fc.uuid(),
      printable.map(encodeURIComponent),
      fc.constantFrom('%00', '%ff', '..', '%2e%2e%2f', "'", 'null', '__proto__', '0'.repeat(5_000)),
    );

  /** Fields that some route knows, with values that fit none or some, beside plain garbage. */
  const body = () =>
    fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '{"__proto__":{"admin":true}}',
        '{"constructor":1}',
        '['.repeat(9_000),
      ),
      fc
        .record(
          {
            name: fc.anything(),
            removed: fc.anything(),
            status: fc.anything(),
            type: fc.anything(),
            firstName: fc.anything(),
            lastName: fc.string(),
            email: fc.anything(),
            dateOfBirth: fc.anything(),
            ssn: fc.anything(),
            routingNumber: fc.anything(),
            accountNumber: fc.anything(),
            amount,
            amount1: amount,
            amount2: amount,
            metadata: fc.anything(),
            correlationId: fc.anything(),
            url: fc.oneof(fc.webUrl(), fc.anything()),
            secret: fc.anything(),
            application: fc.anything(),
            grant_type: fc.anything(),
            _links: fc.oneof(
              fc.anything(),
              fc.record({
                source: fc.oneof(fc.anything(), fc.constant({ href: holder.balance })),
                destination: fc.oneof(fc.anything(), fc.record({ href: fc.anything() })),
              }),
            ),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))),
    );

  const query = fc.oneof(
    fc.constant(''),
    fc.constantFrom(
      '?limit=0',
      '?limit=-1',
      '?limit=1e9',
      '?offset=x',
      '?offset=99999999999999999999',
      '?removed=maybe',
      '?anchor=%00',
      '?status=a&status=b',
      '?startDate=2026-13-45',
      '?startAmount=x',
      '?search=%25%27',
    ),
    fc
      .record(
        {
          limit: printable,
          offset: printable,
          anchor: printable,
          search: printable,
          status: printable,
          email: printable,
        },
        { requiredKeys: [] },
      )
      .map((values) => `?${new URLSearchParams(values as Record<string, string>).toString()}`),
  );

  /** What a person is told. */
  const isPage = ({ 'content-type': type }: HalAnswer['headers']): boolean => String(type).startsWith('text/html');

  const wellFormed = ({ status, headers, body: answer }: HalAnswer): void => {
    expect(status).toBeLessThan(500);
    expect(headers['x-request-id']).toBeDefined();
    if (status < 400 || isPage(headers)) return;
    expect(typeof (answer.code ?? answer['error'])).toBe('string');
    if (answer.code !== 'ValidationError') return;
    const errors = answer._embedded?.['errors'] ?? [];
    expect(errors.length).toBeGreaterThan(0);
    for (const { path } of errors) expect(path).toMatch(/^(\/.*)?$/);
  };

  // Deleting or opening things at random is no matter here: every answer is.
  it.each(answering)('%s answers it below 500, with a code and pointers', async (_, { method, path }) => {
    await holdsSideBySide(
      fc.asyncProperty(
        id(),
        query,
        body(),
        mediaType,
        mediaType,
        printable,
        async (anId, aQuery, aBody, accept, type, key) => {
          const headers = {
            authorization: `Bearer ${await client.accessToken()}`,
            accept,
            ...(method === 'POST' ? { 'content-type': type, 'idempotency-key': key } : {}),
          };
          const target = `${path.replace(':id', anId)}${aQuery}`;
          const sent = method === 'POST' ? aBody : undefined;
          const send = (overrides = {}) =>
            answerTo(() => client.raw(method, target, { ...headers, ...overrides }, sent));
          wellFormed(await send());
          wellFormed(await send({ accept: 'application/json', 'content-type': 'application/json' }));
        },
      ),
      numRuns,
    );
  });

  it.each([
    ['Basic !!!'],
    ['Bearer'],
    ['Bearer a.b.c'],
    ['Basic ' + Buffer.from('no-colon').toString('base64')],
    ['Digest x'],
  ])('Authorization: %s is 401', async (authorization) => {
    const { status } = await client.raw('GET', '/', { authorization, accept: '*/*' });
    expect(status).toBe(401);
  });

  it.each([
    ['a body beyond 256 KiB', JSON.stringify({ name: 'x'.repeat(300_000) }), 413, 'PayloadTooLarge'],
    ['no JSON', '{"name":', 400, 'BadRequest'],
    ['a list', '[]', 400, 'BadRequest'],
  ])('%s is refused by name', async (_, text, status, code) => {
    const answer = await client.raw(
      'POST',
      '/customers',
      { authorization: `Bearer ${await client.accessToken()}`, 'content-type': 'application/json' },
      text,
    );
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('leaves the money where it was', async () => {
    const { body: before } = await client.get(`${holder.balance}/balance`);
    await client.post('/transfers', transferOf(holder.balance, holder.balance, '1.00'));
    await client.post('/transfers', {
      ...transferOf(holder.balance, holder.bank, '1.00'),
      amount: { value: '1e0', currency: 'USD' },
    });
    expect((await client.get(`${holder.balance}/balance`)).body['balance']).toEqual(before['balance']);
    expect((await client.get('/ledger/trial-balance')).body['balanced']).toBe(true);
  });
});
