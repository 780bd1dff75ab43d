import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { FakeServices, type Responder, testClock } from './fakes.js';
import { GatewayFixture } from './gateway-fixture.js';

/** One gateway for all tests of a `describe`. Each test begins without calls, and with these responses. */
export class GatewayStage {
  readonly services = new FakeServices();
  readonly clock = testClock();
  private running?: GatewayFixture;

  constructor(respond: Responder) {
    afterAll(() => this.running?.stop());
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

  start(settings: Readonly<Record<string, string>> = {}): Promise<GatewayFixture> {
    return GatewayFixture.start(settings, this.services, this.clock);
  }
}
