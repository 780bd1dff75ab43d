// Runs: both
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embedded, fundedHolder, type Holder, idOf, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const HAL = 'application/vnd.service.v1.hal+json';

describe('transfers and funding sources of an account', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let holder: Holder;
  let transfer: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('exports');
    client = shared.client;
    holder = await fundedHolder(client, '20.00');
    transfer = await client.create('/transfers', transferOf(holder.balance, (await newHolder(client)).balance, '1.00'));
  });
  afterAll(() => shared.leave());

  const asked = async (path: string, accept: string) =>
    client.raw('GET', path, { accept, authorization: `Bearer ${await client.accessToken()}` });

  it('come as CSV to those who like it better than JSON', async () => {
    const { baseUrl } = client.connection;
    const authorization = `Bearer ${await client.accessToken()}`;
    const { headers, body } = await client.download(`${baseUrl}/transfers`, { accept: 'text/csv', authorization });
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="transfers.csv"',
    ]);
    const [header = '', first = ''] = body.toString().split('\r\n');
    expect(header.split(',')).toHaveLength(12);
    expect(first.split(',')[0]).toBe(idOf(transfer));
    for (const accept of [`text/csv, ${HAL}`, `${HAL}, text/csv`, '*/*']) {
      const answer = await asked('/transfers', accept);
      expect([accept, answer.status, answer.headers['content-type']]).toEqual([
        accept,
        200,
        expect.stringContaining('json'),
      ]);
    }
    const refused = await asked('/transfers?limit=10', `text/csv, ${HAL};q=0.5`);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { _embedded: { errors: [{ code: 'NotAllowed', path: '/query/limit' }] } },
    ]);
  });

  it('are found from the root, and the transfers of a bank from its id', async () => {
    const root = await client.get('/');
    const sources = await client.get(root.body._links?.['funding-sources']?.href ?? '');
    expect(embedded(sources.body, 'funding-sources').map(({ id }) => id)).toContain(idOf(holder.bank));
    const found = await client.get(`/transfers?fundingSourceId=${idOf(holder.bank)}`);
    const shown = embedded(found.body, 'transfers');
    expect(shown.length).toBeGreaterThan(0);
    for (const { _links } of shown) expect(JSON.stringify(_links)).toContain(idOf(holder.bank));
  });

  it('have the balance of a customer who was verified a moment ago', async () => {
    const { balance } = await newHolder(client);
    const { body } = await client.get('/funding-sources?type=balance&limit=5');
    expect(embedded(body, 'funding-sources').map(({ id }) => id)).toContain(idOf(balance));
  });
});
