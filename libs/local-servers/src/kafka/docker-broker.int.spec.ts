import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { FakePrograms } from '../../test/fake-programs.js';
import { kafkaForTests } from '@halyard/testing/kafka';
import { LocalKafkaError, LocalKafkaUnavailable } from './local-kafka-error.js';
import { startLocalKafka } from './start-local-kafka.js';

const kafka = await kafkaForTests();
const logger = createLogger({ service: 'test', level: 'silent' });

describe('where there is no Java', () => {
  const programs = new FakePrograms();
  let calls: string;
  beforeEach(() => {
    calls = join(programs.root, 'calls');
  });

  /** Takes the place of Docker's client: records its calls. */
  const docker = (script: string) => programs.add('docker', `echo "$@" >> '${calls}'\n${script}`);
  const asked = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);
  const start = (port?: number) => startLocalKafka({ dataDir: join(programs.root, 'kafka'), port, logger });

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
