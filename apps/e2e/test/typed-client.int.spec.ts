// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, createClient } from '@halyard/client';
import { DroppingLink } from './support/dropping-link.js';
import { SharedSuite } from './support/shared-suite.js';

const person = (name: string) => ({ firstName: 'Ada', lastName: 'Byron', email: `${name}@example.com` });

/** Mostly they wait for their next tries. */
const CALLERS = 100;

describe('the typed client', () => {
  let shared: SharedSuite;
  let link: DroppingLink;
  let client: Client;

  beforeAll(async () => {
    shared = await SharedSuite.join('typed client');
    const { connection } = shared.client;
    link = await DroppingLink.to(connection);
    const { key, secret } = connection;
    const { baseUrl } = link;
    const links = (href: string): string => baseUrl + new URL(href).pathname + new URL(href).search;
    client = createClient({ baseUrl, key, secret, links });
  });

  afterAll(async () => {
    await link.close();
    await shared.leave();
  });

  it('makes 1,000 customers by 1,000 POSTs of which half lose their answers', async () => {
    link.isDropping = true;
    const locations = new Set<string>();
    const names = Array.from({ length: 1_000 }, (_, index) => `ada-${index}`).values();
    const callers = Array.from({ length: CALLERS }, async () => {
      for (const name of names) locations.add((await client.post('/customers', { body: person(name) })).location);
    });
    await Promise.all(callers);
    link.isDropping = false;
    const { total } = await client.get('/customers', { query: { limit: 1 } });
    expect([locations.size, total]).toEqual([1_000, 1_000]);
  });

  it('lists each of them once while others are added', async () => {
    const seen: string[] = [];
    for await (const { id } of client.items('/customers', { query: { limit: 100 } })) {
      if (seen.length % 100 === 0) await client.post('/customers', { body: person(`later-${seen.length}`) });
      seen.push(id);
    }
    expect([seen.length, new Set(seen).size]).toEqual([1_000, 1_000]);
  });

  it('follows links, and sends what a template offers', async () => {
    const { resource } = await client.post('/customers', { body: person('followed'), read: true });
    const sources = await client.follow(resource, 'funding-sources');
    expect(sources.total).toBe(0);
    await client.submit(resource, 'deactivate');
    expect((await client.follow(resource, 'self')).status).toBe('deactivated');
  });
});
