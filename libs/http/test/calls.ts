import { WAIT_MS } from '@halyard/testing/patience';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { probeOperation } from '../src/behaviour-service.js';
import { HttpServiceClient, type HttpServiceClientOptions } from '../src/network/http-service-client.js';
import { newEnvelopes, type ProbeOptions, ProbeProcess } from './probe-process.js';

/** Nothing listens on port 1: it is reserved, and no test may bind it. */
export const NOBODY = 'http://127.0.0.1:1';
/** Deadline, in milliseconds, of calls that should end without an answer. */
export const HASTY_MS = 50;

export const get = { method: 'GET', path: '/', operation: probeOperation() } as const;
export const slow = { ...get, path: '/slow' } as const;
export const echo = { ...get, method: 'POST', path: '/echo', body: { a: 1 } } as const;

export const ANSWER = { type: 'fact', fact: 1 };
export const answer: RequestListener = (_, response) => response.end(JSON.stringify(ANSWER));

/** Everything that one test opens, and the lines that its clients log. */
export class Surroundings {
  readonly lines: string[] = [];
  private readonly ends: (() => Promise<unknown>)[] = [];

  async process(options?: ProbeOptions): Promise<ProbeProcess> {
    const process = await ProbeProcess.start(options);
    this.ends.push(() => process.stop());
    return process;
  }

  async listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.ends.push(() => new Promise((resolve) => server.close(resolve)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  client(customers: readonly string[], options: Partial<HttpServiceClientOptions> = {}): HttpServiceClient {
    const client = new HttpServiceClient({
      addresses: { customers },
      envelopes: newEnvelopes(),
      deadlineMs: WAIT_MS,
      log: { warn: (_, message) => this.lines.push(message) },
      ...options,
    });
    this.ends.unshift(() => client.close());
    return client;
  }

  async end(): Promise<void> {
    for (const end of this.ends) await end();
  }
}
