import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { FakeServices, type Responder, testClock } from './fakes.js';
import { type GatewayDatabase, gatewayDatabase, GatewayFixture } from './gateway-fixture.js';

/** The database of the tests of a `describe`. */
export class DatabaseStage {
  private database?: GatewayDatabase;

  constructor() {
    beforeAll(async () => {
      this.database = await gatewayDatabase();
    });
    afterAll(() => this.database?.drop());
  }

  get dataSource(): DataSource {
    if (!this.database) throw new Error('the stage is set before the first test');
    return this.database.dataSource;
  }
}

/**
 * One gateway for the tests of a `describe`. Each of them begins with services that were asked nothing yet and answer
 * as said here.
 */
export class GatewayStage {
  readonly services = new FakeServices();
  readonly clock = testClock();
  readonly database: DatabaseStage;
  private running?: GatewayFixture;

  constructor(respond: Responder) {
    // Hooks run in the order in which they are made: the gateway starts after its database, and stops before it.
    afterAll(() => this.running?.stop());
    this.database = new DatabaseStage();
    beforeAll(async () => {
      this.running = await this.start();
    });
    beforeEach(() => {
      this.services.calls.length = 0;
      this.services.respond = respond;
    });
  }

  get gateway(): GatewayFixture {
    if (!this.running) throw new Error('the stage is set before the first test');
    return this.running;
  }

  /** A gateway of other settings, on the same database, services and clock. */
  start(settings: Readonly<Record<string, string>> = {}): Promise<GatewayFixture> {
    return GatewayFixture.start(this.database.dataSource, settings, this.services, this.clock);
  }
}
