import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { kafkaForTests } from '../../test/kafka.js';
import { LocalKafkaError, LocalKafkaUnavailable, startLocalKafka } from './start-local-kafka.js';

const kafka = await kafkaForTests();
const logger = createLogger({ service: 'test', level: 'silent' });

describe('where there is no Java', () => {
  const environment = { PATH: process.env['PATH'], JAVA_HOME: process.env['JAVA_HOME'] };
  let root: string;
  let calls: string;

  /** Stands for Docker's client: remembers what it was asked for. */
  function docker(script: string): void {
    const program = join(root, 'docker');
    writeFileSync(program, `#!/bin/sh\necho "$@" >> '${calls}'\n${script}\n`);
    chmodSync(program, 0o755);
  }
  const asked = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);
  const start = (port?: number) => startLocalKafka({ dataDir: join(root, 'kafka'), port, logger });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halyard-docker-'));
    calls = join(root, 'calls');
    process.env['PATH'] = root;
    process.env['JAVA_HOME'] = root;
  });
  afterEach(() => {
    process.env['PATH'] = environment.PATH;
    process.env['JAVA_HOME'] = environment.JAVA_HOME;
    if (environment.JAVA_HOME === undefined) delete process.env['JAVA_HOME'];
    rmSync(root, { recursive: true });
  });

  it('says what is missing where there is no Docker engine either', async () => {
    docker('exit 1');
    await expect(start()).rejects.toThrow(LocalKafkaUnavailable);
    expect(asked()).toEqual(['info']);
  });

  it('says what Docker complains of', async () => {
    docker(`[ "$1" != run ] || { echo 'toomanyrequests' >&2; exit 125; }`);
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LocalKafkaError);
    expect(String(error)).toContain('toomanyrequests');
    expect(asked().at(-1)).toMatch(/^rm --force halyard-kafka-/);
  });

  kafka.describe('and a Docker engine', () => {
    it('runs the broker of the pom in a container, with the settings of all, and removes it', async () => {
      docker('exit 0');
      const [host = '', port = ''] = kafka.brokers[0]?.split(':') ?? [];
      const broker = await start(Number(port));
      expect(broker.brokers).toBe(`${host}:${port}`);
      await broker.stop();
      const [, , run = '', ...after] = asked();
      const name = /--name (\S+)/.exec(run)?.[1] ?? '';
      expect(run).toMatch(/^run --detach .* apache\/kafka:\d+\.\d+\.\d+$/);
      expect(run).toContain(`--publish 127.0.0.1:${port}:${port} --volume ${name}:/var/lib/kafka/data`);
      expect(run).toContain('--env KAFKA_AUTO_CREATE_TOPICS_ENABLE=false');
      expect(run).toContain(`--env KAFKA_ADVERTISED_LISTENERS=PLAINTEXT://127.0.0.1:${port}`);
      expect(after).toEqual([`stop ${name}`, `rm --force ${name}`]);
    });
  });
});
