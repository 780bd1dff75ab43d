// Builds on each change of a source, and restarts the suite once the build has succeeded.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { runProgram } from '../libs/service/dist/index.js';

const GATHER_MS = 100;
const SOURCE = /[/\\]src[/\\].*(?<!\.spec)\.ts$/;

const exited = (child) => new Promise((resolve) => child.once('exit', resolve));
const node = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });

let suite;
let stopping = false;

async function stopSuite() {
  if (!suite || suite.exitCode !== null || suite.signalCode !== null) return;
  suite.kill('SIGTERM');
  await exited(suite);
}

async function restart() {
  const built = await exited(node('node_modules/typescript-7/bin/tsc', '-b', 'apps/suite/tsconfig.lib.json'));
  if (built !== 0 || (await exited(node('tools/derived.ts', 'gateway'))) !== 0 || stopping) return;
  await stopSuite();
  if (!stopping) suite = node('tools/start.mjs');
}

await runProgram(async () => {
  let turn = restart();
  let gathering;
  const watchers = ['apps', 'libs'].map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (!SOURCE.test(file ?? '')) return;
      clearTimeout(gathering);
      gathering = setTimeout(() => (turn = turn.then(restart)), GATHER_MS);
    }),
  );
  const stop = async () => {
    stopping = true;
    clearTimeout(gathering);
    for (const watcher of watchers) watcher.close();
    await turn;
    await stopSuite();
  };
  return { stop };
});
