import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase, TraceCollector } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { Receiver } from './receiver.js';
import type { AppOptions } from './webhooks-app.js';
import { WebhooksApp } from './webhooks-app.js';

/** A delivery with one of its attempts. */
export interface AttemptRow {
  readonly state: string;
  readonly status_code: number | null;
  readonly error: string | null;
}

/** A database for the file, emptied after each test. Everything that a test starts on it is closed after the test. */
export class DeliveryStage {
  private open: { close(): Promise<void> }[] = [];
  private database?: TestDatabase;

  constructor() {
    beforeAll(async () => {
      this.database = await createTestDatabase();
    });
    afterEach(async () => {
      const sweeper = await this.start({ worker: false });
      await sweeper.dataSource.query('TRUNCATE subscriptions, replays, public_events, deliveries, attempts');
      for (const one of this.open.splice(0).reverse()) await one.close();
    });
    afterAll(() => this.database?.drop());
  }

  async start(options?: AppOptions): Promise<WebhooksApp> {
    if (!this.database) throw new Error('the stage is set before the first test');
    return this.closing(await WebhooksApp.on(this.database, options));
  }

  async listen(...respond: Parameters<typeof Receiver.listen>): Promise<Receiver> {
    return this.closing(await Receiver.listen(...respond));
  }

  async collectTraces(): Promise<TraceCollector> {
    return this.closing(await TraceCollector.listen());
  }

  /** Closes one of them before the test is over. */
  stop(app: WebhooksApp): Promise<void> {
    this.open = this.open.filter((one) => one !== app);
    return app.close();
  }

  private closing<Closable extends { close(): Promise<void> }>(one: Closable): Closable {
    this.open.push(one);
    return one;
  }
}

export const attemptsOf = ({ dataSource }: WebhooksApp): Promise<AttemptRow[]> =>
  dataSource.query<AttemptRow[]>(
    'SELECT state, status_code, error FROM attempts JOIN deliveries ON deliveries.id = delivery_id ORDER BY attempted_at',
  );

export const settled = (app: WebhooksApp, count: number): Promise<void> =>
  until(`${count} attempts are written`, async () => (await attemptsOf(app)).length >= count);
