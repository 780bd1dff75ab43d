import { created, sharedServiceRoutes } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { factAnswer } from '@halyard/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const latin1 = (from: number, to: number) =>
  fc.string({ unit: fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code)), maxLength: 60 });
/** What a client library lets through as the value of a header. */
const headerValue = fc.oneof(
  latin1(0x20, 0x7e),
  latin1(0x80, 0xff),
  fc.constantFrom('', '"', ';', ',', ';;,"', 'x'.repeat(4_000)),
);

const mediaType = fc.oneof(
  headerValue,
  fc.constantFrom(
    'application/json',
    'application/vnd.service.v1.hal+json; profile="x',
    'application/json;q=x',
    '*/*;q=0',
    'multipart/form-data',
    'multipart/form-data; boundary=""',
    'application/x-www-form-urlencoded',
  ),
);
const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc.uint8Array({ maxLength: 200 }),
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', '{"__proto__":1}', '{"a":"\\ud800"}', '['.repeat(20_000), '--x\r\n\r\n--x--', 'a=%ff&b=%00'),
);
const id = fc.oneof(
  fc.constant(ID),
  latin1(0x21, 0x7e).map(encodeURIComponent),
  fc.constantFrom('%00', '%ff', '%', '%2e%2e', "'", '__proto__', '0'.repeat(3_000)),
);
const query = fc.oneof(
  fc.constant(''),
  latin1(0x21, 0x7e).map((text) => `?${text.replaceAll('#', '')}`),
  fc.constant('?a=%00&b=%'),
);

describe('whatever a client sends', () => {
  const stage = new GatewayStage(({ path }) =>
    path === sharedServiceRoutes.findKeyUses.path
      ? { status: 200, body: factAnswer({ uses: [] }) }
      : { status: 201, body: created('customer', ID) },
  );

  it.each(Object.entries(publicRoutes))(
    '%s answers it below 500, with a request id, and a code when it refuses',
    async (_, { method, path }) => {
      const token = await stage.services.token();
      const optional = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined });
      const headers = fc.record({
        accept: optional(mediaType),
        'content-type': optional(mediaType),
        'idempotency-key': optional(headerValue),
        'x-forwarded-host': optional(headerValue),
        traceparent: optional(headerValue),
        host: optional(headerValue.filter((value) => !value.startsWith('['))), // which the client itself can't send
        authorization: fc.oneof({ weight: 3, arbitrary: fc.constant(`Bearer ${token}`) }, headerValue),
      });
      await fc.assert(
        fc.asyncProperty(id, query, headers, body, async (anId, aQuery, someHeaders, aBody) => {
          const target = `${path.replace(/:(?:id|key)\b/, anId)}${aQuery}`;
          const sent = { headers: someHeaders, body: method === 'POST' ? aBody : undefined, token: null };
          const answer = await stage.gateway.send(method, target, sent);
          expect(answer.status).toBeLessThan(500);
          expect(answer.headers['x-request-id']).toBeDefined();
          if (answer.status >= 400) expect(typeof (answer.body.code ?? answer.body['error'])).toBe('string');
        }),
        { numRuns: 60 },
      );
    },
  );
});
