import { publicRoutes } from '@halyard/public-api';
import { describe, expect, it } from '@jest/globals';
import { routingKeyOf } from './routing-key.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const from = (href: unknown) => ({ _links: { source: { href } } });

describe('the routing key', () => {
  it.each([
    `https://localhost:8443/funding-sources/${ID}`,
    `/funding-sources/${ID}/`,
    `/funding-sources/${ID.toUpperCase()}`,
  ])('of POST /transfers is the source in %j', (href) => {
    expect(routingKeyOf(publicRoutes.createTransfer, '/transfers', from(href))).toBe(ID);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [[]],
    [{ _links: null }],
    [{ _links: { source: [] } }],
    [from(1)],
    [from('')],
    [from(ID)],
    [from(`/funding-sources/${ID}?a=b`)],
    [from('/funding-sources/1')],
    [from(`/funding-sources/${ID}//`)],
    [JSON.parse(`{"__proto__":{"source":{"href":"/${ID}"}}}`)],
    [Object.create(from(`/funding-sources/${ID}`))],
  ])('of POST /transfers is none for the body %j', (body: unknown) => {
    expect(routingKeyOf(publicRoutes.createTransfer, '/transfers', body)).toBeUndefined();
  });

  it('of GET /funding-sources/{id}/balance is the funding source', () => {
    expect(routingKeyOf(publicRoutes.getBalance, `/funding-sources/${ID}/balance`, undefined)).toBe(ID);
  });

  it('of a route that any process can serve is none', () => {
    expect(routingKeyOf(publicRoutes.getTransfer, `/transfers/${ID}`, undefined)).toBeUndefined();
  });
});
