// Runs: embedded
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, topicOf } from '@halyard/contracts';
import { beginEpoch, type EventStore, openEventStoreDb } from '@halyard/event-store';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { describeUnless, kafkaForTests, missingForOwnBroker, produce, startOwnBroker } from '@halyard/testing/kafka';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type Settings, SuiteProcess } from '../src/suite-process.js';
import { doctorSays } from './support/doctor.js';

const kafka = await kafkaForTests();
const missingForLogin = await missingForOwnBroker();

/** Sets the clock of a program an hour back. */
const AN_HOUR_BACK = `--import=data:text/javascript,${encodeURIComponent(
  'const now = Date.now; Date.now = () => now() - 3_600_000',
)}`;

describe('npm run doctor, on a suite that is stopped while its servers run', () => {
  let suite: SuiteProcess;
  let postgres: EmbeddedPostgres;
  let admin: Client;
  let store: EventStore;
  beforeAll(async () => {
    suite = await SuiteProcess.start({}, { onEventStoreDb: true });
    await suite.end('SIGINT');
    const logger = createLogger({ service: 'test', level: 'silent' });
    postgres = await startEmbeddedPostgres({ dataDir: join(suite.dataDir, 'postgres'), logger });
    admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    store = await openEventStoreDb(suite.settings['EVENTSTORE_URL'] ?? '', { namespace: 'halyard' });
  });
  afterAll(async () => {
    await store.close();
    await admin.end();
    await postgres.stop();
    await suite.remove();
  });

  const found = async (settings: Settings = {}) => {
    const { findings, notLooked } = await doctorSays({ ...suite.settings, ...settings });
    return { checks: findings.map(({ check }) => check), notLooked: notLooked.map(({ subject }) => subject) };
  };
  const only = (...checks: readonly string[]) => ({ checks, notLooked: [] });

  it('finds nothing wrong', async () => expect(await found()).toEqual(only()));

  it('names a clock that is off by what Postgres says, and by what the event store has recorded', async () => {
    const { findings } = await doctorSays({ ...suite.settings, NODE_OPTIONS: AN_HOUR_BACK });
    expect(findings.map(({ check, message }) => [check, message])).toEqual([
      ['clock-off', expect.stringMatching(/ is at least \d+\.\d s behind the clock of the event store\.$/)],
      ['clock-off', expect.stringMatching(/ is 3\d{3}\.\d s behind the clock of the Postgres server at /)],
    ]);
  });

  it('names a restore that did not come to its end', async () => {
    const mark = join(suite.dataDir, 'unfinished-restore');
    writeFileSync(mark, '');
    const { checks, notLooked } = await found();
    rmSync(mark);
    expect({ checks, notLooked }).toEqual({
      checks: ['restore-unfinished'],
      notLooked: ['database', 'store', 'clock'],
    });
  });

  it('names a later epoch of the streams, which a restored copy has begun', async () => {
    const { rows } = await admin.query<{ id: string }>('SELECT id FROM transfers.installation');
    await beginEpoch(store, rows[0]?.id ?? '', 1);
    expect(await found()).toEqual(only('store-epoch-over'));
    const restored = `INSERT INTO transfers.restores (epoch, id, at) VALUES (1, gen_random_uuid(), now())`;
    await admin.query(restored);
    expect(await found()).toEqual(only());
  });

  kafka.describe('with brokers', () => {
    const prefix = `${randomBytes(4).toString('hex')}.`;
    const settings = { KAFKA_BROKERS: kafka.brokers.join(','), KAFKA_TOPIC_PREFIX: prefix };
    const make = (topic: string) => produce(kafka.brokers[0] ?? '', `${prefix}${topic}`, []);

    it('names topics that are missing, have too few replicas, or are of a later epoch', async () => {
      const before = await found(settings);
      expect(before.checks.length).toBeGreaterThan(0);
      expect(new Set(before.checks)).toEqual(new Set(['topic-missing']));
      for (const service of serviceNames) {
        const topic = topicOf(service);
        if (topic !== undefined) await make(topic);
      }
      expect(await found(settings)).toEqual(only());
      const few = await found({ ...settings, KAFKA_REPLICATION: '3' });
      expect(new Set(few.checks)).toEqual(new Set(['topic-replicas-few']));
      await make('epoch-9.auth.events.v1');
      expect(await found(settings)).toEqual(only('topics-of-later-epoch'));
    });

    it('compares no topics while the database of auth, which knows the epoch, is away', async () => {
      await admin.query('ALTER ROLE halyard_auth NOLOGIN');
      await make('epoch-9.auth.events.v1');
      const { checks, notLooked } = await found(settings);
      await admin.query('ALTER ROLE halyard_auth LOGIN');
      expect({ checks, notLooked }).toEqual({ checks: ['role-cannot-log-in'], notLooked: ['broker'] });
    });
  });

  describeUnless(missingForLogin, 'with brokers that ask for a log-in', () => {
    const user = { username: 'halyard', password: 'of-the-test' };
    let broker: Awaited<ReturnType<typeof startOwnBroker>>;
    beforeAll(async () => {
      broker = await startOwnBroker({ user });
    });
    afterAll(() => broker.remove());

    it('names a log-in that they refuse, and one that is missing', async () => {
      const settings = { KAFKA_BROKERS: broker.brokers };
      const login = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: user.username, KAFKA_PASSWORD: user.password };
      const admitted = await found({ ...settings, ...login });
      expect(new Set(admitted.checks)).toEqual(new Set(['topic-missing']));
      expect(await found({ ...settings, ...login, KAFKA_PASSWORD: 'of-nobody' })).toEqual(only('broker-refuses-login'));
      const scram = { ...settings, ...login, KAFKA_SASL_MECHANISM: 'scram-sha-256' };
      expect(await found(scram)).toEqual(only('broker-refuses-login'));
      const { findings } = await doctorSays({ ...suite.settings, ...settings });
      expect(findings.map(({ check, message }) => [check, message])).toEqual([
        ['broker-not-reached', expect.stringContaining('Check KAFKA_TLS and KAFKA_SASL_MECHANISM.')],
      ]);
    });
  });
});
