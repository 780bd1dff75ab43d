import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { logLevel } from 'kafkajs';
import { silentLog } from '@halyard/testing/messaging';
import { clientConfig, type KafkaSettings } from './kafka-settings.js';

const plain: KafkaSettings = { brokers: ['a:9092', 'b:9092'], topicPrefix: '', partitions: 6, replication: 1 };

describe('settings of Kafka', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-ca-'));
    writeFileSync(join(folder, 'ca.pem'), 'an authority');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lead to the brokers over plain TCP without more', () => {
    const config = clientConfig(plain, 'transfers', silentLog);
    expect(config).toMatchObject({ clientId: 'transfers', brokers: ['a:9092', 'b:9092'] });
    expect(config).not.toHaveProperty('ssl');
    expect(config).not.toHaveProperty('sasl');
  });

  it('turn TLS on with the authorities of the system, or with those of a file alone', () => {
    expect(clientConfig({ ...plain, tls: {} }, 'transfers', silentLog).ssl).toBe(true);
    const caFile = join(folder, 'ca.pem');
    const { ssl } = clientConfig({ ...plain, tls: { caFile } }, 'transfers', silentLog);
    expect(ssl).toEqual({ ca: ['an authority'] });
  });

  it('stop the start when the file of authorities cannot be read', () => {
    const tls = { caFile: join(folder, 'none.pem') };
    expect(() => clientConfig({ ...plain, tls }, 'transfers', silentLog)).toThrow('none.pem');
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('name the user by %s', (mechanism) => {
    const sasl = { mechanism, username: 'halyard', password: 'not-a-secret' };
    expect(clientConfig({ ...plain, sasl }, 'transfers', silentLog).sasl).toEqual(sasl);
  });

  describe('for the log of kafkajs', () => {
    let lines: object[];
    beforeEach(() => void (lines = []));
    const keep = (level: string) => (fields: object, message: string) => lines.push({ level, message, ...fields });

    function write(namespace: string, level: logLevel, message: string, fields: object = {}): void {
      const log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
      const entry = { timestamp: '', logger: 'kafkajs', message, ...fields };
      clientConfig(plain, 'transfers', log).logCreator?.(logLevel.WARN)({ namespace, level, label: 'x', log: entry });
    }

    it('keep names and causes, and nothing that was sent', () => {
      const fields = { groupId: 'g', error: new Error('refused'), payload: 'x', password: 'y' };
      write('Consumer', logLevel.ERROR, 'lost', fields);
      expect(lines).toEqual([{ level: 'warn', kafka: 'Consumer', message: 'lost', groupId: 'g', cause: 'refused' }]);
    });

    it.each([
      ['a rebalance', 'Runner', logLevel.WARN, 'The group is rebalancing, re-joining'],
      [
        'a member unknown after a rebalance',
        'Runner',
        logLevel.ERROR,
        'The coordinator is not aware of this member, re-joining the group',
      ],
      ['a topic that is just being created', 'Connection', logLevel.ERROR, 'Response Metadata(key: 3, version: 6)'],
      ['a reconnect', 'BrokerPool', logLevel.ERROR, 'Failed to connect to broker, reconnecting'],
      ['a connection that is refused', 'Connection', logLevel.ERROR, 'Connection error: connect ECONNREFUSED'],
      ['a member that joined', 'ConsumerGroup', logLevel.INFO, 'Consumer has joined the group'],
    ])('write %s for debugging alone', (_, namespace, level, message) => {
      write(namespace, level, message);
      expect(lines).toEqual([{ level: 'debug', kafka: namespace, message }]);
    });
  });
});
