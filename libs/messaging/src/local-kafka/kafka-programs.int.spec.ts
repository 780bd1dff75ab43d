import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { locateKafka } from './kafka-programs.js';
import { LocalKafkaUnavailable } from './local-kafka-error.js';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('locateKafka', () => {
  const environment = { PATH: process.env['PATH'], JAVA_HOME: process.env['JAVA_HOME'] };
  let root: string;
  let jar: string;
  let runs: string;

  const locate = () => locateKafka(logger, join(root, 'cache'));

  function program(name: string, script: string): void {
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(root, 'bin', name), 0o755);
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halyard-programs-'));
    [jar, runs] = [join(root, 'kafka.jar'), join(root, 'runs')];
    mkdirSync(join(root, 'bin'));
    process.env['PATH'] = join(root, 'bin');
    process.env['JAVA_HOME'] = root;
    program('java', `echo 'openjdk version "21.0.2" 2024-01-16' >&2`);
    program(
      'mvn',
      `for parameter; do case $parameter in -Dmdep.outputFile=*) echo '${jar}' > "\${parameter#*=}";; esac; done
       : > '${jar}'; echo run >> '${runs}'`,
    );
  });
  afterEach(() => {
    process.env['PATH'] = environment.PATH;
    process.env['JAVA_HOME'] = environment.JAVA_HOME;
    if (environment.JAVA_HOME === undefined) delete process.env['JAVA_HOME'];
    rmSync(root, { recursive: true });
  });

  it('asks Maven once, until a jar is gone', async () => {
    await expect(locate()).resolves.toEqual({ java: join(root, 'bin', 'java'), classPath: jar });
    await locate();
    expect(readFileSync(runs, 'utf8')).toBe('run\n');
    rmSync(jar);
    await locate();
    expect(readFileSync(runs, 'utf8')).toBe('run\nrun\n');
    expect(existsSync(jar)).toBe(true);
  });

  it.each([
    ['no Java', () => rmSync(join(root, 'bin', 'java')), 'Java was not found'],
    ['an older Java', () => program('java', `echo 'java version "1.8.0_402"' >&2`), 'is older than 17'],
    ['no Maven', () => rmSync(join(root, 'bin', 'mvn')), 'Maven (mvn) was not found'],
    ['no way to the jars', () => program('mvn', `echo '[ERROR] offline'; exit 1`), '[ERROR] offline'],
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
