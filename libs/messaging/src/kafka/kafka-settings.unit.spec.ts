import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  it('let kafkajs log names and causes, and nothing that was sent', () => {
    const lines: unknown[] = [];
    const keep = (level: string) => (fields: object, message: string) => lines.push({ level, message, ...fields });
    const log = { info: keep('info'), warn: keep('warn'), error: keep('error') };
    const write = clientConfig(plain, 'transfers', log).logCreator?.(logLevel.WARN);
    const entry = { timestamp: '', groupId: 'g', error: new Error('refused'), payload: 'x', password: 'y' };
    const what = { label: 'x', log: { ...entry, message: 'lost', logger: 'kafkajs' } } as const;
    write?.({ ...what, namespace: 'Consumer', level: logLevel.ERROR });
    write?.({ ...what, namespace: 'Consumer', level: logLevel.WARN });
    write?.({ ...what, namespace: 'Connection', level: logLevel.ERROR });
    const fields = { message: 'lost', groupId: 'g', cause: 'refused' };
    expect(lines).toEqual([
      { level: 'warn', kafka: 'Consumer', ...fields },
      { level: 'info', kafka: 'Consumer', ...fields },
      { level: 'info', kafka: 'Connection', ...fields },
    ]);
  });
});
