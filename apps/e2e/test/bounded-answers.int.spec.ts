// Runs: embedded
import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { counts } from '@halyard/testing/counts';
import { fundedHolder, idOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { answerTo, holdsSideBySide } from './support/side-by-side.js';

const numRuns = counts.api.faultyBodies;
/** The fullest answer: 25 faults, each with a pointer of 200 characters that JSON writes as six bytes each, twice. */
const ANSWER_BYTES_MAX = 64 * 1024;

/** Below what the gateway takes of a body. */
const BODY_LENGTH_MAX = 200_000;

const fields = [
  ...['_links', 'source', 'destination', 'href', 'amount', 'amount1', 'value', 'currency', 'metadata', 'correlationId'],
  ...['fees', 'name', 'type', 'status', 'firstName', 'email', 'address1', 'ssn', 'dateOfBirth', 'channels', 'url'],
  ...['secret', 'application', 'grant_type', 'scope', 'client_id', 'client_secret', '__proto__', 'constructor'],
];
const part = fc.constantFrom(
  'x',
  '/',
  '~',
  '\\u0000',
  '\\ud800',
  '\\u0001',
  '\\"',
  '\\ud83d\\ude00',
  ' ',
  '%',
  '\u00e9',
);
const length = fc.oneof(fc.nat(40), fc.nat(1_000), fc.nat(BODY_LENGTH_MAX));
const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fields) }, fc.record({ part, length: fc.nat(20_000) }));
const leaf = fc.oneof(
  part.map((text) => `"${text}"`),
  fc.record({ part, length }),
  fc.constantFrom('1e999', '-0', '9'.repeat(400), `0.${'0'.repeat(400)}1`, 'null', 'true', '{}', '[]', '"1.00"'),
);
type Key = string | { readonly part: string; readonly length: number };

/** A member: objects in objects, and in the innermost a list or an object that repeats a value. */
const member = fc.record({
  keys: fc.array(key, { minLength: 1, maxLength: 50 }),
  value: leaf,
  as: fc.constantFrom('value', 'list', 'object'),
  length,
});
type Member = typeof member extends fc.Arbitrary<infer Value> ? Value : never;

const filled = (what: string, size: number): string => what.repeat(Math.ceil(size / what.length));
const textOf = (given: Key): string => (typeof given === 'string' ? given : filled(given.part, given.length));
const several = (value: string, size: number): string[] =>
  Array<string>(Math.ceil(size / (value.length + 8))).fill(value);

function jsonOf({ keys, value, as, length: size }: Member): string {
  const item = typeof value === 'string' ? value : `"${textOf(value)}"`;
  const whole =
    as === 'value'
      ? item
      : as === 'list'
        ? `[${several(item, size).join()}]`
        : `{${several(item, size)
            .map((it, i) => `"${i}":${it}`)
            .join()}}`;
  const [first = '', ...inner] = keys.map((name) => `"${textOf(name)}"`);
  return `${first}:${inner.map((name) => `{${name}:`).join('')}${whole}${'}'.repeat(inner.length)}`;
}
const bodyOf = (members: readonly Member[]): string => {
  const fitting = members.map(jsonOf).filter((text) => text.length * members.length < BODY_LENGTH_MAX);
  return `{${fitting.join()}}`;
};

const parameter = fc.record({
  name: fc.constantFrom(...fields, '%00', 'resource', 'client_assertion'),
  part: fc.constantFrom('%00', '%ff', '%22', '+', 'client_credentials', 'send '),
  length: fc.oneof(fc.nat(40), fc.nat(5_000)),
});
type Parameter = typeof parameter extends fc.Arbitrary<infer Value> ? Value : never;
const formOf = (parameters: readonly Parameter[]): string =>
  parameters.map((given) => `${given.name}=${filled(given.part, given.length)}`).join('&');

const members = fc.array(member, { maxLength: 6 });
const parameters = fc.array(parameter, { maxLength: 6 });
const postRoutes = Object.entries<Route>(publicRoutes).filter(([, { method }]) => method === 'POST');

describe('an answer', () => {
  let shared: SharedSuite;
  /** Operator, so that what is sent gets past the gateway on every route. */
  let client: HalClient;
  let ids: readonly string[];

  beforeAll(async () => {
    shared = await SharedSuite.join('bounded-answers');
    client = shared.operator;
    const holder = await fundedHolder(client, '5.00');
    ids = [client.connection.accountId, idOf(holder.customer), idOf(holder.bank), idOf(holder.balance)];
  });

  afterAll(() => shared.leave());

  const isBounded = async (path: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> => {
    const { status, headers: answered } = await answerTo(() => client.raw('POST', path, headers, body));
    expect(status).toBeLessThan(500);
    expect(Number(answered['content-length'] ?? 0)).toBeLessThanOrEqual(ANSWER_BYTES_MAX + Buffer.byteLength(body));
  };

  it.each(postRoutes)('of %s is no larger than its request and a little more', async (_, { path, access }) => {
    const isOpen = access === 'anyone';
    await holdsSideBySide(
      fc.asyncProperty(fc.constantFrom(...ids), members, members, parameters, async (id, one, other, form) => {
        const target = path.replace(':id', id);
        const headers = {
          'content-type': 'application/json',
          ...(!isOpen && {
            authorization: `Bearer ${await client.accessToken()}`,
            'idempotency-key': crypto.randomUUID(),
          }),
        };
        await isBounded(target, headers, bodyOf(one));
        await isBounded(target, headers, bodyOf(other)); // where the first was kept, its differences from this are told
        if (!isOpen) return;
        const authorization = `Basic ${Buffer.from(bodyOf(one).slice(0, 8_000)).toString('base64')}`;
        const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
        await isBounded(target, formHeaders, formOf(form));
        await isBounded(target, { ...formHeaders, authorization }, formOf(form));
      }),
      numRuns,
    );
  });

  it('of a token request with one long name over thousands of faults is small', async () => {
    const body = JSON.stringify({ ['k'.repeat(20_000)]: Array(20_000).fill('\0') });
    const { status, headers } = await client.raw('POST', '/token', { 'content-type': 'application/json' }, body);
    expect([status, Number(headers['content-length'])]).toEqual([400, expect.any(Number)]);
    expect(Number(headers['content-length'])).toBeLessThan(1_000);
  });
});
