import { ref, resourceServices } from '@halyard/contracts';
import type { SearchHit, SearchQuery } from '@halyard/contracts/search';
import { DomainError, newId } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID, APPLICATION_ID, fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const hit = (kind: 'customer' | 'transfer', created: string, more: Partial<SearchHit> = {}): SearchHit => ({
  resource: ref(kind, newId()),
  text: 'Ada Byron',
  matched: 'name',
  created: `2026-03-${created}T00:00:00.000Z`,
  ...more,
});
const found = (hits: readonly SearchHit[] = [], more = false) => ({ status: 200, body: fact({ hits, more }) });

describe('GET /search', () => {
  const stage = new GatewayStage(() => found());
  const search = (query: string, token?: string) =>
    stage.gateway.send('GET', `/search${query}`, {
      headers: { host: 'api.test' },
      ...(token !== undefined && { token }),
    });
  const askedOf = () => stage.services.calls.map(({ body }) => body as SearchQuery);

  it('asks every service with state, in the form in which texts are compared', async () => {
    const { status, body } = await search('?q=%20A%CC%88da%20');
    expect([status, body]).toMatchObject([
      200,
      { _links: { self: { href: 'http://api.test/search?q=%C3%84da' } }, _embedded: { results: [] } },
    ]);
    expect(body).not.toHaveProperty('missing');
    expect(body).not.toHaveProperty('more');
    expect(stage.services.calls.map(({ service }) => service).sort()).toEqual([...resourceServices].sort());
    expect(askedOf()[0]).toMatchObject({ accountId: ACCOUNT_ID, applicationId: APPLICATION_ID, text: '\u00c4da' });
  });

  it('shows what is exact first, then the newest, and each resource once', async () => {
    const [old, exact] = [hit('customer', '01'), hit('transfer', '01', { matched: 'id' })];
    const young = hit('customer', '03');
    stage.services.respond = ({ service }) => {
      if (service === 'customers') return found([young, old]);
      return found(service === 'transfers' ? [exact, { ...old, matched: 'email' }] : []);
    };
    const { body } = await search('?q=ada');
    expect(body._embedded).toEqual({
      results: [exact, young, old].map(({ resource: { kind, id }, text, matched }) => ({
        _links: expect.objectContaining({ self: expect.objectContaining({ href: `http://api.test/${kind}s/${id}` }) }),
        ...{ id, kind, text },
        matched: id === old.resource.id ? expect.any(String) : matched,
      })),
    });
  });

  it('shows twenty, and says that there are more', async () => {
    stage.services.respond = ({ service }) =>
      found(service === 'customers' ? Array.from({ length: 21 }, () => hit('customer', '01')) : []);
    const { body } = await search('?q=ada');
    expect([(body._embedded as { results?: unknown[] } | undefined)?.results?.length, body['more']]).toEqual([
      20,
      true,
    ]);
    stage.services.respond = ({ service }) => found([hit('customer', '01')], service === 'transfers');
    expect((await search('?q=ada')).body['more']).toBe(true);
  });

  it('names who does not answer in time, or fails, and shows what the others have found', async () => {
    const never = new Promise<never>(() => undefined);
    const one = hit('customer', '01');
    stage.services.respond = ({ service }) => {
      if (service === 'webhooks') return never;
      if (service === 'transfers') return errorAnswer(new DomainError('ServiceUnavailable'));
      return found(service === 'customers' ? [one] : []);
    };
    const { status, body } = await search('?q=ada');
    expect([status, body['missing']]).toEqual([200, ['transfers', 'webhooks']]);
    expect(body._embedded).toMatchObject({ results: [{ id: one.resource.id }] });
  });

  it('asks for the kinds that the token may read', async () => {
    await search('?q=ada', await stage.services.token({ scope: 'funding' }));
    const [{ kinds } = { kinds: [] }] = askedOf();
    expect(kinds).toEqual(expect.arrayContaining(['funding-source', 'event', 'webhook-subscription']));
    for (const hidden of ['customer', 'transfer', 'payment', 'person', 'document', 'parked-key']) {
      expect(kinds).not.toContain(hidden);
    }
  });

  it('asks for nothing that is for the application alone where an integration acts for a person', async () => {
    const scope = 'accountinfofull transactions';
    await search('?q=ada', await stage.services.token({ scope, sub: newId() }));
    const [{ kinds } = { kinds: [] }] = askedOf();
    expect(kinds).toEqual(expect.arrayContaining(['transfer', 'payment']));
    for (const hidden of ['request', 'event', 'webhook', 'webhook-subscription', 'replay']) {
      expect(kinds).not.toContain(hidden);
    }
  });

  it.each([
    ['', 'Required', '/query/q'],
    ['?q=', 'Required', '/query/q'],
    ['?q=%20%20', 'Required', '/query/q'],
    [`?q=${'a'.repeat(201)}`, 'Invalid', '/query/q'],
    ['?q=a&q=b', 'Invalid', '/query/q'],
    ['?q=ada&limit=5', 'NotAllowed', '/query/limit'],
  ])('refuses %.20s', async (query, code, path) => {
    const { status, body } = await search(query);
    expect([status, body._embedded?.errors]).toMatchObject([400, [{ code, path }]]);
    expect(stage.services.calls).toEqual([]);
  });

  it('takes two hundred characters of any language', async () => {
    expect((await search(`?q=${'%F0%9F%98%80'.repeat(200)}`)).status).toBe(200);
  });
});
