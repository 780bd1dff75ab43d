import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { eventually, until } from '@halyard/testing/waiting';
import { Client } from 'pg';
import { countedLosses } from '../../test/losses.js';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '../index.js';
import { startEmbeddedPostgres } from '../index.js';
import { locateBinaries } from './binaries.js';
import { cleanEnvironment } from './cluster.js';
import { reach } from './keeper.js';
import { findPostmaster } from './postmaster.js';
import { unprivileged } from './run-as.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const testDir = join(import.meta.dirname, '../../test');
const serverOwner = [
  '--conditions=@halyard/source',
  `--import=${join(testDir, 'typescript.mjs')}`,
  join(testDir, 'server-owner.mjs'),
];

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const keepers = (url: string): Promise<unknown[]> =>
  query(url, `SELECT pid FROM pg_stat_activity WHERE application_name = 'halyard-keeper'`);

function looksAfterAgain(url: string): Promise<void> {
  return eventually('the server is up and its supervisor connected', async () =>
    expect(await keepers(url)).not.toEqual([]),
  );
}

describe('startEmbeddedPostgres', () => {
  let root: string;
  /** Created once, because each first start takes a second; every test leaves it stopped. */
  let dataDir: string;
  let clusterDir: string;
  const running: EmbeddedPostgres[] = [];

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, logger, ...options });
    running.push(server);
    return server;
  }
  const pid = (): number => findPostmaster(clusterDir)?.pid ?? 0;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'halyard-embedded-'));
    dataDir = join(root, 'postgres');
    clusterDir = join(dataDir, 'cluster', 'data');
    const server = await start();
    await query(server.url, `CREATE TABLE kept AS SELECT 'still here' AS what`);
    await server.stop();
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
    expect(findPostmaster(clusterDir)).toBeUndefined();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('keeps the data and the port from one start to the next', async () => {
    const [first, firstPort] = await start().then(async (server) => {
      await server.stop();
      return [server.url, server.port];
    });
    const second = await start();
    expect([second.url, second.port]).toEqual([first, firstPort]);
    await expect(query(second.url, 'SELECT what FROM kept')).resolves.toEqual([{ what: 'still here' }]);
  });

  it('lets nobody in without the password, which only this user can read', async () => {
    const { port } = await start();
    await expect(query(`postgres://halyard@127.0.0.1:${port}/halyard`, 'SELECT 1')).rejects.toThrow();
    await expect(query(`postgres://halyard:guess@127.0.0.1:${port}/halyard`, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
    expect(statSync(join(dataDir, 'cluster', 'superuser.password')).mode & 0o777).toBe(0o600);
  });

  it('is not said to complain of a session that is open when it stops', async () => {
    const lines: string[] = [];
    const heard = createLogger({
      service: 'test',
      level: 'debug',
      destination: { write: (line) => void lines.push(line) },
    });
    const server = await start({ logger: heard });
    const client = new Client({ connectionString: server.url });
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await server.stop();
    await ended;
    const told = () => lines.filter((line) => line.includes('terminating connection'));
    await eventually('the server says so', () => Promise.resolve(expect(told()).not.toEqual([])));
    expect(told().filter((line) => line.includes('complains'))).toEqual([]);
  });

  it('lets as many connect as it is told', async () => {
    const { url } = await start({ connectionsMax: 20 });
    await expect(query(url, 'SHOW max_connections')).resolves.toEqual([{ max_connections: '20' }]);
    await running.splice(0)[0]?.stop();
  });

  it('keeps every commit on disk, and no data of refused statements in its log', async () => {
    const heard: string[] = [];
    const listening = createLogger({
      service: 'test',
      level: 'debug',
      destination: { write: (line: string) => void heard.push(line) },
    });
    const { url } = await start({ logger: listening });
    await expect(query(url, 'SHOW fsync')).resolves.toEqual([{ fsync: 'on' }]);
    await expect(query(url, 'SHOW full_page_writes')).resolves.toEqual([{ full_page_writes: 'on' }]);
    await expect(query(url, `SELECT 'hide-this'::uuid`)).rejects.toThrow();
    await running.splice(0)[0]?.stop();
    expect(heard.join('')).toContain('ready to accept connections');
    expect(heard.join('')).not.toContain('hide-this');
  });

  it('brings a server that was killed back by itself, on the same port', async () => {
    const losses = countedLosses();
    const { url, port } = await start({ logger: losses.logger });
    for (const round of [1, 2]) {
      const killed = pid();
      process.kill(killed, 'SIGKILL');
      await until('another server runs', () => ![0, killed].includes(pid())); // the killed one may still answer
      await looksAfterAgain(url);
      expect(losses.count()).toBe(round);
    }
    await expect(query(url, 'SELECT what FROM kept')).resolves.toEqual([{ what: 'still here' }]);
    expect(running[0]?.port).toBe(port);
  });

  it('takes no server for gone to which it loses its connection only, and connects again', async () => {
    const losses = countedLosses();
    const { url } = await start({ logger: losses.logger });
    const [before, [first]] = [pid(), await keepers(url)];
    await query(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'halyard-keeper'`,
    );
    await eventually('it is connected again', async () => {
      const [keeper] = await keepers(url);
      expect(keeper).toBeDefined();
      expect(keeper).not.toEqual(first);
    });
    expect([pid(), losses.count()]).toEqual([before, 0]);
  });

  it('waits for no open connection when it stops', async () => {
    const server = await start();
    const client = new Client({ connectionString: server.url });
    client.on('error', () => undefined);
    const ended = new Promise((resolve) => client.once('end', resolve));
    await client.connect();
    await client.query('BEGIN');
    await server.stop();
    await ended;
  });

  it('uses the server that another start looks after, and leaves it running', async () => {
    const first = await start();
    const second = await startEmbeddedPostgres({ dataDir, logger });
    expect(second.url).toBe(first.url);
    await second.stop();
    await expect(query(first.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('takes over when the one that looked after the server stops it', async () => {
    const first = await startEmbeddedPostgres({ dataDir, logger });
    const before = pid();
    const second = await start();
    await first.stop();
    await until('another server is ready', () => findPostmaster(clusterDir)?.ready === true && pid() !== before);
    expect(second.url).toBe(first.url);
  });

  it('replaces a server that was left behind', async () => {
    const [command = '', ...parameters] = [...unprivileged().prefix, locateBinaries().postgres, '-D', clusterDir];
    const port = readFileSync(join(dataDir, 'port'), 'utf8').trim();
    const flags = [`port=${port}`, 'unix_socket_directories=', 'halyard.owner=999999999'].flatMap((flag) => [
      '-c',
      flag,
    ]);
    const orphan = spawn(command, [...parameters, ...flags, '--cluster_name=left-behind'], {
      env: cleanEnvironment,
      stdio: 'ignore',
    });
    const gone = once(orphan, 'exit');
    await until('the orphan is ready', () => findPostmaster(clusterDir)?.ready === true);
    const { url } = await start();
    await gone;
    await expect(query(url, 'SELECT what FROM kept')).resolves.toEqual([{ what: 'still here' }]);
  });

  it('is not misled by a pid file whose pid now belongs to another process', async () => {
    writeFileSync(
      join(clusterDir, 'postmaster.pid'),
      [process.pid, clusterDir, 1, 1, '', '127.0.0.1', '', 'ready', ''].join('\n'),
    );
    const { url } = await start();
    await expect(query(url, 'SELECT what FROM kept')).resolves.toEqual([{ what: 'still here' }]);
  });

  it('is not misled by a pid file that names the server of another directory, and leaves that one alone', async () => {
    const otherDir = join(root, 'other');
    const other = await startEmbeddedPostgres({ dataDir: otherDir, logger });
    copyFileSync(join(otherDir, 'cluster', 'data', 'postmaster.pid'), join(clusterDir, 'postmaster.pid'));
    const { url } = await start();
    await expect(query(url, 'SELECT what FROM kept')).resolves.toEqual([{ what: 'still here' }]);
    await expect(query(other.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await other.stop();
  });

  it('refuses a server that is of another directory than it says', async () => {
    const { port } = await start();
    const password = readFileSync(join(dataDir, 'cluster', 'superuser.password'), 'utf8');
    await expect(reach({ port, pid: pid() }, { dir: root, password, portFile: '' })).rejects.toThrow(
      `The PostgreSQL server on port ${port} runs on ${clusterDir}, not on ${root}`,
    );
  });

  it('says so when the password beside the data is not the one of a running server', async () => {
    await start();
    const file = join(dataDir, 'cluster', 'superuser.password');
    const right = readFileSync(file);
    writeFileSync(file, 'wrong');
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow('does not take the password');
    writeFileSync(file, right);
  });

  it.each(['with setpriv', 'without setpriv'])('ends with its parent, even one that was killed (%s)', async (how) => {
    const programs = join(root, 'programs');
    mkdirSync(programs, { recursive: true });
    for (const program of ['unshare', 'true']) {
      if (how === 'without setpriv') symlinkSync(`/usr/bin/${program}`, join(programs, program));
    }
    const parent = spawn(process.execPath, [...serverOwner, dataDir], {
      env: { ...process.env, ...(how === 'without setpriv' && { PATH: programs }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(createInterface(parent.stdout), 'line')) as [string];
    await expect(query(url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    parent.kill('SIGKILL');
    await until('the server has ended', () => findPostmaster(clusterDir) === undefined);
  });

  describe('says what is in the way', () => {
    it('a port that is taken', async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const address = taken.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await expect(start({ port })).rejects.toThrow(
        `Port ${port} of 127.0.0.1 is taken: stop what listens there, or choose`,
      );

      // The port of the last start is only a preference.
      writeFileSync(join(dataDir, 'port'), `${port}\n`);
      expect((await start()).port).not.toBe(port);
      taken.close();
    });

    it('a data directory that is a file', async () => {
      writeFileSync(join(root, 'file'), '');
      await expect(start({ dataDir: join(root, 'file') })).rejects.toThrow(
        /can't be used: .*Make it writable .*or choose another/,
      );
      await expect(start({ dataDir: join(root, 'file', 'below') })).rejects.toThrow("can't be used");
    });

    it('a cluster that holds something else, which it leaves alone', async () => {
      const strange = join(root, 'strange', 'cluster', 'data');
      mkdirSync(strange, { recursive: true });
      writeFileSync(join(strange, 'notes.txt'), 'mine');
      await expect(start({ dataDir: join(root, 'strange') })).rejects.toThrow('holds no PostgreSQL data: move it away');
      expect(readFileSync(join(strange, 'notes.txt'), 'utf8')).toBe('mine');
    });

    it('a cluster of another version', async () => {
      const old = join(root, 'old', 'cluster', 'data');
      mkdirSync(old, { recursive: true });
      writeFileSync(join(old, 'PG_VERSION'), '17\n');
      await expect(start({ dataDir: join(root, 'old') })).rejects.toThrow('was written by PostgreSQL 17, this is 18');
    });
  });

  it('cleans up after a first start that did not come to its end, and lets two at once end with one cluster', async () => {
    const fresh = join(root, 'race');
    mkdirSync(join(fresh, 'new-999999999-0', 'data'), { recursive: true });
    const servers = await Promise.all([1, 2].map(() => startEmbeddedPostgres({ dataDir: fresh, logger })));
    expect(servers[0]?.url).toBe(servers[1]?.url);
    expect(readdirSync(fresh).sort()).toEqual(['cluster', 'port']);
    for (const server of servers) await server.stop();
  });
});
