import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import { Agent, request } from 'undici';
import { embedded, personalCustomer } from '../support/journeys.js';

/** As long as a browser waits before it opens a stream again. */
const PAUSE_MS = 100;

interface Follower {
  readonly name: string;
  /** The ids of the events that it got, in their order. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

/** Opens the stream of events again after the last one whenever it breaks, as a browser does. */
function openStream(client: HalClient, ca: string): Follower {
  const dispatcher = new Agent({ connect: { ca } });
  const stopping = new AbortController();
  const { signal } = stopping;
  const heard: string[] = [];
  let position: string | undefined;

  const hear = async (): Promise<void> => {
    const authorization = `Bearer ${await client.accessToken()}`;
    const headers = { authorization, ...(position !== undefined && { 'last-event-id': position }) };
    const { statusCode, body } = await request(`${client.connection.baseUrl}/events/stream`, {
      headers,
      dispatcher,
      signal,
    });
    if (statusCode !== 200) return body.dump();
    let kind = '';
    for await (const line of createInterface({ input: body })) {
      const [, field, value = ''] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
      if (line === '') kind = '';
      if (field === 'event') kind = value;
      if (field === 'id') position = value;
      // What has a kind says how far the stream has come.
      if (field === 'data' && kind === '') heard.push(String((JSON.parse(value) as HalBody).id));
    }
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      await hear().catch(() => undefined);
      await delay(PAUSE_MS);
    }
  };
  const following = follow();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await following;
    await dispatcher.close();
  };
  return { name: 'the open stream', heard, stop };
}

/** `halyard listen` of a checkout. */
function startListener(checkout: string, demoFile: string, home: string): Follower {
  const program = join(checkout, 'apps/cli/bin/halyard.cjs');
  const args = [program, '--connection', demoFile, 'listen', '--from-now', '--json'];
  const env = { PATH: process.env['PATH'], HOME: home };
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const heard: string[] = [];
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      heard.push((JSON.parse(line) as { readonly event: { readonly id: string } }).event.id);
    });
  }
  const stop = async (): Promise<void> => {
    if (child.kill('SIGINT')) await once(child, 'exit');
  };
  return { name: 'the listener', heard, stop };
}

/** Programs that follow the events of an account while its suite is upgraded. */
export class Followers {
  private constructor(
    private readonly client: HalClient,
    private readonly all: readonly Follower[],
    /** The first event that each of them has heard. */
    private readonly first: string,
  ) {}

  /** @param checkout whose command line listens @param demoFile the connection of the client */
  static async start(
    client: HalClient,
    { checkout, demoFile, home, ca }: Readonly<Record<'checkout' | 'demoFile' | 'home' | 'ca', string>>,
  ): Promise<Followers> {
    const all = [openStream(client, ca), startListener(checkout, demoFile, home)];
    // Both begin with what happens from now on, so events are made until both have heard of one.
    const first = await waitFor('the followers to listen', async () => {
      await client.create('/customers', personalCustomer());
      await delay(PAUSE_MS);
      return all[0]?.heard.find((id) => all.every(({ heard }) => heard.includes(id)));
    });
    return new Followers(client, all, first);
  }

  /** Expects that each got all events, once and in their order. */
  async expectAllHeard(): Promise<void> {
    const told = await this.told();
    for (const { name, heard } of this.all) {
      await waitFor(`${name} to have heard of the last event`, () => heard.includes(told.at(-1) ?? ''));
      expect([name, heard.slice(heard.indexOf(this.first))]).toEqual([name, told]);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((follower) => follower.stop()));
  }

  /** The ids of the events since the first, as the list says it. */
  private async told(): Promise<readonly string[]> {
    const newestFirst: string[] = [];
    for (let next: string | undefined = '/events?limit=200'; next !== undefined && !newestFirst.includes(this.first);) {
      const { body }: { body: HalBody } = await this.client.get(next);
      newestFirst.push(...embedded(body, 'events').map(({ id }) => String(id)));
      next = body._links?.['next']?.href;
    }
    return newestFirst.slice(0, newestFirst.indexOf(this.first) + 1).toReversed();
  }
}
