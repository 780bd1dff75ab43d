import { setTimeout as delay } from 'node:timers/promises';
import type { HalClient } from '@halyard/suite/client';

/** The reads of one reader follow each other after this time, so that the machine has time for the upgrade. */
const PAUSE_MS = 50;

export interface TimedAnswer {
  readonly what: string;
  readonly status: number;
  /** By the clock of `performance.now()`. */
  readonly at: number;
}

/** Reads again and again what both builds have, and keeps how each request was answered. */
export class Readers {
  readonly answered: TimedAnswer[] = [];
  /** Connections that ended without an answer. */
  lost = 0;
  private going = true;
  private readonly running: Promise<unknown>;

  constructor(private readonly client: HalClient) {
    const account = `/accounts/${client.connection.accountId}`;
    const lists = ['/customers', '/transfers', '/events', '/webhook-subscriptions', '/applications', '/people'];
    const paths = [
      '/',
      account,
      `${account}/funding-sources`,
      `${account}/statistics`,
      '/requests',
      '/ledger/trial-balance',
    ];
    this.running = Promise.all([...paths, ...lists.map((path) => `${path}?limit=3`)].map((path) => this.read(path)));
  }

  note(what: string, status: number): void {
    this.answered.push({ what, status, at: performance.now() });
  }

  async stop(): Promise<void> {
    this.going = false;
    await this.running;
  }

  private async read(path: string): Promise<void> {
    while (this.going) {
      await this.client.get(path).then(
        ({ status }) => this.note(path, status),
        () => (this.lost += 1),
      );
      await delay(PAUSE_MS);
    }
  }
}
