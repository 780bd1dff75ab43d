import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '@halyard/local-servers/running-process';
import type { Release } from '../releases.ts';

const root = join(import.meta.dirname, '..', '..');

/** Outside of the checkout, so that neither git nor a tool that reads the sources finds another build in it. */
const releasesFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'halyard', 'releases');

/** The folder of a built release, or why it can't be built here. */
export type BuiltRelease = { readonly folder: string } | { readonly missing: string };

function run(cwd: string, program: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${cwd}`, { cause: error });
}

/** Unpacks the sources of a commit. A worktree would leave an entry in the repository. */
function unpack(commit: string, folder: string): void {
  const archive = `${folder}.tar`;
  run(root, 'git', 'archive', `--output=${archive}`, commit);
  mkdirSync(folder);
  run(folder, 'tar', '-xf', archive);
  rmSync(archive);
}

/** Removes what builds have left behind that were interrupted. Their names end with the id of their process. */
function removeInterrupted(folder: string): void {
  const prefix = `${basename(folder)}.`;
  const ofEnded = (name: string): boolean =>
    name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10));
  for (const name of readdirSync(dirname(folder)).filter(ofEnded)) {
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** Builds the suite and the command line of an earlier release, unless they are in the cache already. */
export function builtRelease({ version, commit }: Release): BuiltRelease {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0) {
    return { missing: `the history of this checkout has no commit ${commit}, which is release ${version}` };
  }
  const folder = join(releasesFolder, commit);
  if (existsSync(folder)) return { folder };
  mkdirSync(releasesFolder, { recursive: true });
  removeInterrupted(folder);
  const making = `${folder}.${process.pid}`;
  console.log(`building release ${version} in ${folder}, which takes some minutes`);
  unpack(commit, making);
  run(making, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
  run(
    making,
    process.execPath,
    'tools/prepare.cjs',
    '--run',
    'apps/suite/tsconfig.lib.json',
    'apps/cli/tsconfig.lib.json',
  );
  run(making, process.execPath, 'tools/bundle.mjs');
  // Another process may have built it meanwhile.
  if (existsSync(folder)) rmSync(making, { recursive: true });
  else renameSync(making, folder);
  return { folder };
}
