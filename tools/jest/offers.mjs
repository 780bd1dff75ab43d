import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SuiteProcess } from '../../apps/e2e/dist/suite-process.js';
import { LocalKafkaUnavailable, startLocalKafka } from '../../libs/local-servers/dist/index.js';
import { NoChromium, unpackChromium } from './chromium.ts';

/** Starts each offer once, when it is first asked for. */
class Offers {
  #started = new Map();

  constructor(dir, logger) {
    this.dir = dir;
    this.logger = logger;
  }

  async kafka() {
    const start = () => startLocalKafka({ dataDir: join(this.dir, 'kafka'), logger: this.logger });
    return process.env.TEST_KAFKA_BROKERS ?? (await this.#once('kafka', start)).brokers;
  }

  async chromium() {
    const { launch } = await this.#once('files of Chromium', async () => {
      const dir = await mkdtemp(join(tmpdir(), 'halyard-chromium-'));
      const stop = () => rm(dir, { recursive: true, force: true });
      try {
        return { launch: await unpackChromium(dir), stop };
      } catch (error) {
        await stop();
        throw error;
      }
    });
    const { endpoint } = await this.#once('chromium', async () => {
      // Most runs need no browser, and the module takes a second to load.
      const { chromium } = await import('playwright-core');
      const server = await chromium.launchServer(launch);
      // After a crash, the next spec that asks gets another one.
      server.once('close', () => this.#started.delete('chromium'));
      return { endpoint: server.wsEndpoint(), stop: () => server.close() };
    });
    return JSON.stringify({ endpoint, launch });
  }

  async suite(mode, store, use = 'shared') {
    const onEventStoreDb = store === 'eventstoredb';
    const brokers = mode === 'embedded' ? undefined : await this.kafka();
    const suite = await this.#once(`${use} ${mode} suite on ${store}`, async () => {
      const prepared = await SuiteProcess.prepare({}, { mode, brokers, onEventStoreDb, replicas: 2 });
      const stop = () => prepared.remove();
      try {
        await (await prepared.start()).close();
      } catch (error) {
        await stop();
        throw error;
      }
      return { place: { dataDir: prepared.dataDir, settings: prepared.settings }, stop };
    });
    return JSON.stringify(suite.place);
  }

  async stop() {
    for (const starting of [...this.#started.values()].toReversed()) await (await starting.catch(() => null))?.stop?.();
  }

  #once(what, start) {
    if (!this.#started.has(what)) this.#started.set(what, start());
    return this.#started.get(what);
  }
}

/**
 * Offers what the specs of a run share, over HTTP because each spec runs in a context of its own: 200 with the offer,
 * 503 with what this machine lacks, 500 with an error. Most runs need none of it.
 *
 * - `/kafka`: the address of a broker (libs/testing/src/kafka/kafka-offer.ts)
 * - `/chromium`: the address of a headless browser, and how to launch another one (apps/e2e/test/support/browser.ts)
 * - `/suite/<embedded|distributed>/<postgres|eventstoredb>`: the place of a suite, with two processes of each service
 *   when it is distributed (apps/e2e/test/support/shared-suite.ts); with `/operated`, that of another one, in which
 *   operators do what changes the suite for everybody
 */
export async function makeOffers(dir, logger) {
  const offers = new Offers(dir, logger);
  const server = createServer((request, response) => {
    // Specs ask a few seconds apart, when an idle connection may just be closing.
    response.setHeader('connection', 'close');
    const [, what, ...way] = request.url.split('/');
    const ask = { kafka: () => offers.kafka(), chromium: () => offers.chromium(), suite: () => offers.suite(...way) };
    ask[what]().then(
      (answer) => response.end(answer),
      (error) => {
        response.statusCode = error instanceof LocalKafkaUnavailable || error instanceof NoChromium ? 503 : 500;
        response.end(error.message);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_OFFERS_URL = `http://127.0.0.1:${server.address().port}`;
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await offers.stop();
    },
  };
}
