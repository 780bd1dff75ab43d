// Runs: distributed
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storingServices } from '@halyard/contracts';
import { Kafka, logLevel } from '@halyard/messaging/kafkajs';
import type { HalClient } from '@halyard/suite/client';
import { runTool } from '@halyard/testing/run-tool';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteProcess } from '../../src/suite-process.js';
import { fundedHolder, idOf, newHolder, personalCustomer, transferOf } from '../support/journeys.js';

const run = promisify(execFile);
/** All processes of services with data, which belong to an epoch. The gateway follows them over HTTP. */
const ofEpoch = storingServices.map((service) => `${service}.1`).sort();

/**
 * A place for a restored copy: with the original's databases and keys, and on its event store and its broker. The original
 * does not run meanwhile.
 */
async function copyOf(original: SuiteProcess): Promise<SuiteProcess> {
  const { DATA_DIR: _, PORT: _port, HTTPS_PORT: _https, METRICS_PORT: _metrics, ...shared } = original.settings;
  const copy = await SuiteProcess.prepare(shared, { onEventStoreDb: false });
  for (const name of ['keys', 'postgres']) await run('cp', ['-a', join(original.dataDir, name), copy.dataDir]);
  return copy;
}

describe('a copy that was restored beside its original, on one event store and one broker', () => {
  let backups: string;
  let original: SuiteProcess;
  let ofOriginal: HalClient;
  let copy: SuiteProcess;
  let client: HalClient;
  /** Customers: of before the copy was made, and of the original alone. */
  let former: string;
  let late: string;

  beforeAll(async () => {
    backups = mkdtempSync(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-backups-'));
    original = await SuiteProcess.start({ BACKUP_DIR: backups });
    ofOriginal = await original.client();
    former = idOf(await ofOriginal.create('/customers', personalCustomer()));
    await original.end('SIGTERM');
    copy = await copyOf(original);

    ofOriginal = await original.start();
    const restored = await runTool('after-restore.ts', copy.settings);
    expect(restored).toEqual({ code: 0, said: expect.stringContaining('Epoch 1 begins.') });
    late = idOf(await ofOriginal.create('/customers', personalCustomer()));
    client = await copy.start();
    await waitFor('the processes of the original to end', async () =>
      (await original.processes()).every(({ name }) => !ofEpoch.includes(name)),
    );
  });
  afterAll(async () => {
    for (const each of [client, ofOriginal]) await each.close();
    for (const each of [copy, original]) await each.remove();
    rmSync(backups, { recursive: true, force: true });
  });

  it('has the original say why each of its processes has ended', async () => {
    const log = await original.log();
    const because = /began on these streams|has topics on these brokers/;
    const saying = log.split('\n').filter((line) => because.test(line));
    expect([...new Set(saying.map((line) => line.split(' ', 1)[0]))].sort()).toEqual(ofEpoch);
    expect(log).toMatch(
      /halyard: Epoch 1 of installation [\da-f-]{36} began on these streams at .*npm run after-restore$/m,
    );
    expect((await ofOriginal.get(`/customers/${former}`)).status).toBe(503);
  });

  it('serves what it has, and moves money', async () => {
    expect((await client.get(`/customers/${former}`)).status).toBe(200);
    const [sender, receiver] = [await fundedHolder(client, '20.00'), await newHolder(client)];
    const transfer = await client.create('/transfers', transferOf(sender.balance, receiver.balance, '5.00'));
    await waitFor('the transfer', async () => (await client.get(transfer)).body['status'] === 'processed');
  });

  it('reads topics of its own epoch alone, and nobody reads those of the original', async () => {
    expect((await client.get(`/customers/${late}`)).status).toBe(404);
    expect((await client.get(`/events?resourceId=${late}`)).body['total']).toBe(0);
    const admin = new Kafka({ brokers: [...(await copy.kafkaBrokers())], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const prefix = copy.settings['KAFKA_TOPIC_PREFIX'] ?? '';
    const ids = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
    const read = new Set<string>();
    for (const { groupId, members } of (await admin.describeGroups(ids)).groups) {
      if (members.length === 0) continue;
      read.add(groupId);
      for (const { topic } of await admin.fetchOffsets({ groupId })) read.add(topic);
    }
    await admin.disconnect();
    expect(read.size).toBeGreaterThan(0);
    expect([...read].filter((name) => !name.startsWith(`${prefix}epoch-1.`))).toEqual([]);
  });
});
