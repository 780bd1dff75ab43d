import { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { allOf } from '../support/side-by-side.js';
import type { BreakableSuite } from './breakable-suite.js';

const ROTATIONS = '/operations/signing-key-rotations';
const WORKERS = 8;

/** The suite is distributed, with two processes of auth and two gateways. */
export const signingKeys = (suite: BreakableSuite): void =>
  suite.part('signing keys', () => {
    let client: HalClient;
    beforeAll(async () => {
      client = await suite.running.client();
    });
    afterAll(() => client.close());

    async function newToken(): Promise<string> {
      const { key, secret } = client.connection;
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status, body } = await client.raw('POST', '/token', type, form.toString());
      expect(status).toBe(200);
      return String(body['access_token']);
    }
    const statusWith = async (token: string): Promise<number> =>
      (
        await client.raw('GET', '/', {
          accept: 'application/vnd.service.v1.hal+json',
          authorization: `Bearer ${token}`,
        })
      ).status;
    const statusesWith = (token: string) => Promise.all(Array.from({ length: 4 * WORKERS }, () => statusWith(token)));
    const publishedKids = async (): Promise<readonly string[]> => {
      const { body } = await client.raw('GET', '/jwks', { accept: 'application/json' });
      return (body['keys'] as { kid: string }[]).map(({ kid }) => kid);
    };
    const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';

    it('are rotated while no request fails, and none signs before it is published', async () => {
      const former = await newToken();
      const rotation = await client.create(ROTATIONS, { leadSeconds: 5 });
      const { body } = await client.get(rotation);
      const kids = body['keys'] as readonly string[];
      expect(await publishedKids()).toEqual(expect.arrayContaining([...kids, kidOf(former)]));

      const work = async (): Promise<void> => {
        for (let isNew = false; !isNew;) {
          const token = await newToken();
          expect([await statusWith(token), await statusWith(former)]).toEqual([200, 200]);
          isNew = kids.includes(kidOf(token));
          if (isNew) expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(body['signsFrom'])));
        }
      };
      await allOf(Array.from({ length: WORKERS }, work));
      const [sample = '', ...others] = await Promise.all(Array.from({ length: WORKERS }, newToken));
      expect(new Set([sample, ...others].map(kidOf)).size).toBe(1);
      expect(await statusesWith(former)).toEqual(Array(4 * WORKERS).fill(200));
      expect((await client.get(rotation)).body.status).toBe('signing');
    });

    it('are withdrawn everywhere in an emergency, and the next ones are good at once', async () => {
      const former = await newToken();
      expect(await statusesWith(former)).toEqual(Array(4 * WORKERS).fill(200));
      await client.create(ROTATIONS, { emergency: true });
      await waitFor('it to be refused everywhere', async () =>
        (await statusesWith(former)).every((status) => status === 401),
      );
      const next = await Promise.all(Array.from({ length: WORKERS }, newToken));
      for (const token of next) expect(await statusWith(token)).toBe(200);
      expect(await publishedKids()).not.toContain(kidOf(former));
      expect(await publishedKids()).toContain(kidOf(next[0] ?? ''));
      const again = await HalClient.open(client.connection);
      const { body } = await again.get(`${ROTATIONS}?limit=2`);
      expect(body._embedded?.['signing-key-rotations']?.map(({ status }) => status)).toEqual(['done', 'withdrawn']);
      await again.close();
    });
  });
