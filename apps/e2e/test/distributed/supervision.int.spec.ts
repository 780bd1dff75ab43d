import { isAlive, SuiteProcess, until } from '@halyard/suite/process';
import { afterEach, describe, expect, it } from '@jest/globals';

describe('npm run start:distributed', () => {
  let suite: SuiteProcess;
  afterEach(() => suite.remove());

  /** Everything that it runs: services, broker, Postgres. */
  const pidsOf = async (): Promise<number[]> => [
    ...(await suite.processes()).map(({ pid }) => pid),
    await suite.kafkaPid(),
    await suite.postgresPid(),
  ];

  it('runs a process for each service, has one log of them, and stops them all on one Ctrl-C', async () => {
    suite = await SuiteProcess.prepare({ LOG_LEVEL: 'debug' }, { ownBroker: true, replicas: 1 });
    const client = await suite.start();
    const names = (await suite.processes()).map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      'auth.1',
      'customers.1',
      'funding-sources.1',
      'gateway.1',
      'transfers.1',
      'webhooks.1',
    ]);
    for (const name of names) expect(await suite.log()).toMatch(new RegExp(`^${name} +\\| \\{`, 'm'));
    expect(await suite.log()).toMatch(/^suite +\| \{/m);
    expect(await suite.log()).not.toMatch(/^\{/m);
    for (const { metricsUrl } of await suite.processes()) {
      const ready = await fetch(metricsUrl.replace('/metrics', '/health/ready'));
      expect(ready.status).toBe(200);
    }
    await client.close();
    const pids = await pidsOf();
    expect(await suite.end('SIGINT')).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(suite.processes()).rejects.toThrow('ENOENT');
  }, 120_000);

  it('leaves nothing behind when it is killed', async () => {
    suite = await SuiteProcess.prepare({}, { ownBroker: true, replicas: 1 });
    await (await suite.start()).close();
    const pids = await pidsOf();
    await suite.kill();
    await until('all of them to be gone', () => (pids.some(isAlive) ? undefined : true));
  }, 120_000);

  it('starts again what was killed, on the same ports', async () => {
    suite = await SuiteProcess.prepare({}, { replicas: 1 });
    const client = await suite.start();
    const before = await suite.processes();
    for (const { pid } of before) process.kill(pid, 'SIGKILL');
    await until('all of them to be others', async () => {
      const now = await suite.processes();
      const isAnother = ({ pid }: { pid: number }): boolean => before.every((old) => old.pid !== pid);
      return now.length === before.length && now.every(isAnother) ? true : undefined;
    });
    const urls = (list: typeof before) => list.map(({ name, url }) => `${name} ${url}`).toSorted();
    expect(urls(await suite.processes())).toEqual(urls(before));
    await until('a list', async () => ((await client.get('/customers')).status === 200 ? true : undefined));
    await client.close();
  }, 120_000);

  it('says what --replicas takes', async () => {
    suite = await SuiteProcess.prepare({}, { replicas: 17 });
    expect((await suite.fail()).line).toMatch(/--replicas takes service=count/);
  }, 60_000);
});
