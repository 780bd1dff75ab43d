// Runs: distributed
import { isAlive } from '@halyard/local-servers/running-process';
import { TraceCollector } from '@halyard/testing';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { BreakableSuite } from '../breaking/breakable-suite.js';
import { foreignMessages } from '../breaking/foreign-messages.js';
import { killedAdvances } from '../breaking/killed-advances.js';
import { killedBanks } from '../breaking/killed-banks.js';
import { killedLogIns } from '../breaking/killed-log-ins.js';
import { parking } from '../breaking/parking.js';
import { rebuilds } from '../breaking/rebuilds.js';
import { signingKeys } from '../breaking/signing-keys.js';
import { traces } from '../breaking/traces.js';
import { underLoad } from '../breaking/under-load.js';

/** In Postgres as a rule, so that a kill of it is one of the streams too. */
const onEventStoreDb = counts.outages.killsOnEitherStore && process.env['SUITE_EVENT_STORE'] === 'eventstoredb';
const store = onEventStoreDb ? 'an EventStoreDB' : 'Postgres';

describe(`two of each service, with their streams in ${store},`, () => {
  const suite = new BreakableSuite({ replicas: 2, ownBroker: true, onEventStoreDb });
  let collector: TraceCollector;

  beforeAll(async () => {
    collector = await TraceCollector.listen();
    await suite.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  });
  afterAll(async () => {
    await suite.remove();
    await collector.close();
  });

  traces(suite, () => collector);
  rebuilds(suite);
  foreignMessages(suite);
  parking(suite);
  signingKeys(suite);
  killedLogIns(suite);
  killedAdvances(suite);
  killedBanks(suite);
  underLoad(suite);

  it('leave nothing behind when what started them is killed', async () => {
    const pids = await suite.running.pids();
    await suite.running.kill();
    await waitFor('all of them to be gone', () => !pids.some(isAlive));
  });
});
