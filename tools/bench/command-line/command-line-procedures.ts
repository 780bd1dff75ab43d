import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@halyard/client';
import { concurrently } from '../concurrently.ts';
import { line, type Procedure } from '../procedure.ts';
import { medianOf } from '../times.ts';

const TURNS = 10;
const CALLS = 5_000;
const IN_FLIGHT = 64;

const halyard = join(import.meta.dirname, '..', '..', '..', 'apps', 'cli', 'bin', 'halyard.cjs');

/** How long a process takes from its start to its end. */
function msOf(args: readonly string[], home: string): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: { HOME: home } });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
}

/** How long commands take beyond the start of Node, all of them in turns. */
const commandLine: Procedure = ({ client: { connection } }) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const profile = join(folder, 'demo.json');
  writeFileSync(profile, JSON.stringify(connection));
  const programs: Readonly<Record<string, readonly string[]>> = {
    'halyard --version': [halyard, '--version'],
    'halyard complete': [halyard, 'complete', '--', 'halyard trigger cust'],
    'halyard transfers list': [halyard, 'transfers', 'list', '--json', '--connection', profile],
  };
  const bare: number[] = [];
  const took = new Map(Object.keys(programs).map((name) => [name, [] as number[]]));
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      bare.push(msOf(['-e', '0'], folder));
      for (const [name, args] of Object.entries(programs)) took.get(name)?.push(msOf(args, folder));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const ofNode = medianOf(bare);
  const lines = [...took].map(([name, all]) =>
    line(name, `${(medianOf(all) - ofNode).toFixed(0)} ms over node -e 0, which takes ${ofNode.toFixed(0)} ms`),
  );
  return Promise.resolve(lines);
};

const answer = JSON.stringify({ id: 'a', status: 'pending', _links: { self: { href: '/' } } });
/** A server that costs this process as little as possible. */
const server = `require('node:http').createServer((_, response) => response.end(${JSON.stringify(answer)}))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** The processor time that this process uses for each of many calls, in µs. */
async function usOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await concurrently(IN_FLIGHT, CALLS, call);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

/** The cost of a call of the typed client beyond the `fetch` in it. */
const clientCalls: Procedure = async () => {
  const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const baseUrl = `http://127.0.0.1:${port.toString().trim()}`;
    const client = createClient({ baseUrl, token: () => Promise.resolve('token') });
    const headers = { accept: 'application/vnd.service.v1.hal+json', authorization: 'Bearer token' };
    const bare = async (): Promise<unknown> => (await fetch(`${baseUrl}/`, { headers })).json();
    const typed = (): Promise<unknown> => client.get('/');
    const [ofBare, ofTyped]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ofBare.push(await usOf(bare));
      ofTyped.push(await usOf(typed));
    }
    const over = (medianOf(ofTyped) - medianOf(ofBare)).toFixed(0);
    const fact = `${over} µs of CPU over bare fetch, which takes ${medianOf(ofBare).toFixed(0)} µs`;
    return [line(`a call of the client, ${IN_FLIGHT} in flight`, fact)];
  } finally {
    child.kill();
  }
};

export const commandLineProcedures: Readonly<Record<string, Procedure>> = {
  'command-line': commandLine,
  'client-calls': clientCalls,
};
