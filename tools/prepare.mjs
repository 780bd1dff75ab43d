// Runs before npm start, npm test and the like, with any version of Node: installs and builds what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
process.chdir(root);

const run = (command, args, what) => {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`halyard: ${what} failed; the lines above say why.`);
    process.exit(status ?? 1);
  }
};

/** npm records what it installed in node_modules/.package-lock.json: the lock file without the project itself. */
const isInstalled = () => {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const isForHere = ({ os, cpu, libc }) =>
    (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && (!libc || libc.includes('glibc'));
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      (entry.link ? existsSync(path) : present[path]?.version === entry.version) ||
      (entry.optional && (!isForHere(entry) || !present[path])),
  );
};

const bundledNode = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

if (!isInstalled()) {
  console.log('halyard: installing packages (once, about half a minute)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci');
}

const node = existsSync(bundledNode) ? bundledNode : process.execPath;
const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
const [major, minor] = version.slice(1).split('.').map(Number);
if (major < 24 || (major === 24 && minor < 9)) {
  console.error(`halyard: needs Node 24.9 or newer here, found ${version}. Install a newer Node and try again.`);
  process.exit(1);
}

run(node, ['node_modules/typescript-7/bin/tsc', '-b', ...process.argv.slice(2)], 'the build');
