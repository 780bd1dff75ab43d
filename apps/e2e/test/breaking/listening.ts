import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { runWith } from '@halyard/cli';
import type { HalClient } from '@halyard/suite/client';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { embedded, idOf, personalCustomer } from '../support/journeys.js';
import type { BreakableSuite } from './breakable-suite.js';

interface ForwardedEvent {
  readonly id: string;
  readonly topic: string;
  readonly resourceId: string;
}

/** One listener goes through all tests, one after the other. */
export const listening = (suite: BreakableSuite): void =>
  suite.part('halyard listen beside a suite', () => {
    let client: HalClient;
    let folder: string;
    let receiver: Server;
    let origin: string;
    /** The events that came to the program to which they are forwarded. */
    const forwarded: ForwardedEvent[] = [];

    const start = (...args: readonly string[]) => {
      const stop = new AbortController();
      const noted: string[] = [];
      const ended = runWith(['node', 'halyard', '--connection', suite.running.demoFile, ...args], {
        env: { HOME: folder },
        print: () => undefined,
        note: (line) => noted.push(line),
        readInput: () => Promise.resolve(''),
        signal: stop.signal,
      });
      return { noted, ended, stop };
    };
    let listener: ReturnType<typeof start>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'halyard-listen-'));
      receiver = createServer((request, response) => {
        void json(request).then((event) => {
          if (request.url === '/forwarded') forwarded.push(event as ForwardedEvent);
          response.writeHead(204).end();
        });
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
      client = await suite.running.client();
      listener = start('listen', '--from-now', '--forward-to', `customer_created=${origin}/forwarded`);
      await until('it listens', () => listener.noted.some((line) => line.startsWith('listening')));
    });
    afterAll(async () => {
      listener.stop.abort();
      receiver.closeAllConnections();
      receiver.close();
      await rm(folder, { recursive: true });
      await client.close();
    });

    const timesOf = (eventId: string): number => forwarded.filter(({ id }) => id === eventId).length;
    /** The delivery of an event to a subscription, and the id of the event. */
    let webhook = { id: '', eventId: '' };
    const resendAsConsole = async (): Promise<void> => {
      const before = timesOf(webhook.eventId);
      await client.create(`/webhooks/${webhook.id}/retries`);
      await until('it came again', () => timesOf(webhook.eventId) > before);
      expect(timesOf(webhook.eventId)).toBe(before + 1);
    };

    it('forwards again what the console sends again, and what another terminal asks for', async () => {
      const secret = 'a secret of sixteen or more';
      const subscription = await client.create('/webhook-subscriptions', { url: `${origin}/subscribed`, secret });
      const customer = idOf(await client.create('/customers', personalCustomer()));
      await until('it is delivered', async () => {
        const { body } = await client.get(`${subscription}/webhooks?topic=customer_created`);
        const [found] = embedded(body, 'webhooks');
        webhook = { id: String(found?.['id']), eventId: String(found?.['eventId']) };
        return found?.['state'] === 'delivered';
      });
      await until('it is forwarded', () => forwarded.length > 0);
      expect(forwarded.map(({ id, resourceId }) => [id, resourceId])).toEqual([[webhook.eventId, customer]]);
      await resendAsConsole();
      expect(await start('events', 'resend', webhook.eventId).ended).toBe(0);
      await until('it came once more', () => timesOf(webhook.eventId) === 3);
    });

    it('misses nothing over a suite that is killed and starts again, and has nothing twice but what was under way', async () => {
      forwarded.length = 0;
      const { body: before } = await client.get('/customers?limit=200');
      const known = new Set(embedded(before, 'customers').map(({ id }) => id));
      const creating = Array.from({ length: 40 }, () =>
        client.create('/customers', personalCustomer()).catch(() => undefined),
      );
      await until('some are forwarded', () => forwarded.length >= 3);
      await suite.running.kill();
      await Promise.all(creating);
      await until('it says so', () => listener.noted.some((line) => line.startsWith('no connection')));
      await client.close();
      client = await suite.running.start();
      await client.create('/customers', personalCustomer());
      const { body } = await client.get('/customers?limit=200');
      const made = embedded(body, 'customers').flatMap(({ id }) => (known.has(id) ? [] : [String(id)]));
      const came = () => new Set(forwarded.map(({ resourceId }) => resourceId));
      await until('all came', () => made.every((id) => came().has(id)));
      expect([...came()].sort()).toEqual(made.sort());
      expect(forwarded.length - came().size).toBeLessThanOrEqual(1);
      await resendAsConsole();
      expect(listener.noted.at(-1)).toBe('connected again');
    });

    it('ends when it is interrupted', async () => {
      listener.stop.abort();
      expect(await listener.ended).toBe(130);
    });
  });
