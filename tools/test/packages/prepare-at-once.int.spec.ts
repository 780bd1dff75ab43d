import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const PREPARE = 'tools/prepare.cjs';

/** Installs a package and a compiler that has nothing to do, as soon as the test lets it. */
const NPM = `#!/bin/sh
echo $$ >> installers
until [ -e may-end ]; do sleep 0.05; done
mkdir -p node_modules/a node_modules/typescript-7/bin
echo '{}' > node_modules/a/package.json
touch node_modules/typescript-7/bin/tsc
cp package-lock.json node_modules/.package-lock.json
`;

describe('first commands at once in one clone', () => {
  let clone: string;
  const inClone = (name: string): string => join(clone, name);
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'halyard-clone-'));
    for (const folder of ['apps', 'libs', 'tools']) mkdirSync(inClone(folder));
    copyFileSync(join(import.meta.dirname, '..', '..', 'prepare.cjs'), inClone(PREPARE));
    const packages = { '': {}, 'node_modules/a': { version: '1.0.0' } };
    writeFileSync(inClone('package.json'), JSON.stringify({ engines: { node: '>=20.19' } }));
    writeFileSync(inClone('package-lock.json'), JSON.stringify({ packages }));
    writeFileSync(inClone('npm'), NPM, { mode: 0o755 });
    writeFileSync(inClone('tools/derived.ts'), '');
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  /** The numbers of the processes that have begun to install. */
  const installers = (): readonly number[] =>
    existsSync(inClone('installers')) ? readFileSync(inClone('installers'), 'utf8').trim().split('\n').map(Number) : [];
  const isInstalling = (): boolean => {
    const [npm] = installers();
    return npm !== undefined && readlinkSync(inClone('.installing')).startsWith(String(npm));
  };
  const letInstall = (): void => writeFileSync(inClone('may-end'), '');

  function begin() {
    const env = { PATH: `${clone}:/usr/bin:/bin` };
    const child = spawn(process.execPath, [inClone(PREPARE)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
    const closed = Promise.all([once(child, 'exit'), text(child.stderr)]);
    return {
      child,
      waits: () => until('it waits for another one', () => /waits for process \d+, which installs/.test(said)),
      ended: closed.then(([[code], error]) => ({ code: code as number | null, error })),
    };
  }
  const done = { code: 0, error: '' };
  const hasOnlyWhatBelongsThere = (): void =>
    expect(readdirSync(clone).filter((name) => name.startsWith('.installing'))).toEqual([]);

  it('install once, and none of them fails', async () => {
    const first = begin();
    await until('its npm installs', isInstalling);
    const others = [begin(), begin()];
    await Promise.all(others.map(({ waits }) => waits()));
    letInstall();
    for (const { ended } of [first, ...others]) expect(await ended).toEqual(done);
    expect(installers()).toHaveLength(1);
    hasOnlyWhatBelongsThere();
  });

  it('go on when the first is killed, with what its installer installs after that', async () => {
    const first = begin();
    await until('its npm installs', isInstalling);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = begin();
    await second.waits();
    letInstall();
    expect(await second.ended).toEqual(done);
    expect(installers()).toHaveLength(1);
    hasOnlyWhatBelongsThere();
  });

  it('go on when the first and its installer are killed, and one of them installs', async () => {
    const first = begin();
    await until('its npm installs', isInstalling);
    const others = [begin(), begin(), begin()];
    await Promise.all(others.map(({ waits }) => waits()));
    first.child.kill('SIGKILL');
    process.kill(installers()[0] ?? 0, 'SIGKILL');
    await until('another one installs', () => installers().length === 2);
    letInstall();
    for (const { ended } of others) expect(await ended).toEqual(done);
    expect(installers()).toHaveLength(2);
    hasOnlyWhatBelongsThere();
  });

  it('go on where a process that was killed has left its number, which another process has now', async () => {
    symlinkSync(`${process.pid}.1`, inClone('.installing'));
    letInstall();
    for (const { ended } of [begin(), begin()]) expect(await ended).toEqual(done);
    expect(installers()).toHaveLength(1);
    hasOnlyWhatBelongsThere();
  });
});
