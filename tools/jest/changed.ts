import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

const output = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NX_DAEMON: 'false' } });

/** The commit at which the changes left the server's main branch. Without a server, the local main branch. */
function base(): string {
  try {
    return output('git', 'merge-base', 'HEAD', 'origin/main').trim();
  } catch {
    return 'main';
  }
}

/** The folder of a package. Packages are named after their folders. */
const folderOf = (name: string): string => {
  const folder = name.replace('@halyard/', '');
  return existsSync(join(root, 'libs', folder)) ? `libs/${folder}` : `apps/${folder}`;
};

/** The Jest projects of a folder, if they differ from the one that is named after the folder. */
const PROJECTS: Readonly<Record<string, readonly string[]>> = {
  'apps/console': ['apps/console', 'apps/console web'],
  'apps/e2e': ['apps/e2e embedded'],
  tools: ['tools', 'tools changing'],
};

/**
 * The Jest projects that the files changed since the main branch reach, committed or not. Nx knows which packages
 * depend on which. Of the end-to-end tests, those on the embedded suite are among them.
 */
export function changedProjects(): string[] {
  const from = base();
  const packages = JSON.parse(
    output('npx', 'nx', 'show', 'projects', '--affected', `--base=${from}`, '--json'),
  ) as string[];
  const files = [
    ...output('git', 'diff', '--name-only', from).split('\n'),
    ...output('git', 'ls-files', '--others', '--exclude-standard').split('\n'),
  ];
  const reachesTools = files.some((file) => !/^(?:apps|libs)\/|^$/.test(file));
  const folders = [...packages.map(folderOf), ...(reachesTools ? ['tools'] : [])];
  return folders.flatMap((folder) => PROJECTS[folder] ?? [folder]);
}
