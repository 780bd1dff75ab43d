import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { FakePrograms } from '../../test/fake-programs.js';
import { locateKafka } from './kafka-programs.js';
import { LocalKafkaUnavailable } from './local-kafka-error.js';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('locateKafka', () => {
  const programs = new FakePrograms();
  let jar: string;
  let runs: string;

  const locate = () => locateKafka(logger, join(programs.root, 'cache'));

  beforeEach(() => {
    [jar, runs] = [join(programs.root, 'kafka.jar'), join(programs.root, 'runs')];
    programs.add('java', `echo 'openjdk version "21.0.2" 2024-01-16' >&2`);
    programs.add(
      'mvn',
      `for parameter; do case $parameter in -Dmdep.outputFile=*) echo '${jar}' > "\${parameter#*=}";; esac; done
       : > '${jar}'; echo run >> '${runs}'`,
    );
  });

  it('asks Maven once, until a jar is gone', async () => {
    await expect(locate()).resolves.toEqual({ java: join(programs.root, 'bin', 'java'), classPath: jar });
    await locate();
    expect(readFileSync(runs, 'utf8')).toBe('run\n');
    rmSync(jar);
    await locate();
    expect(readFileSync(runs, 'utf8')).toBe('run\nrun\n');
    expect(existsSync(jar)).toBe(true);
  });

  it.each([
    ['no Java', () => programs.remove('java'), 'Java was not found'],
    ['an older Java', () => programs.add('java', `echo 'java version "1.8.0_402"' >&2`), 'is older than 17'],
    ['no Maven', () => programs.remove('mvn'), 'Maven (mvn) was not found'],
    ['no way to the jars', () => programs.add('mvn', `echo '[ERROR] offline'; exit 1`), '[ERROR] offline'],
  ])('says what would do where there is %s', async (_, prepare, reason) => {
    prepare();
    const error: unknown = await locate().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LocalKafkaUnavailable);
    expect(error).toMatchObject({
      name: 'LocalKafkaError',
      message: expect.stringMatching(/^No Kafka broker: Docker or Java 17 with Maven is needed, and /) as unknown,
    });
    expect(String(error)).toContain(reason);
  });
});
