#!/usr/bin/env node
// The command line, from a clone: builds itself when it was never built. Everything else is in src.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const main = join(project, 'dist', 'main.js');

if (!existsSync(main)) {
  const prepare = join(project, '..', '..', 'tools', 'prepare.cjs');
  // What it says is no part of what a command answers.
  const { status } = spawnSync(process.execPath, [prepare, '--run', 'apps/cli/tsconfig.lib.json'], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) process.exit(status ?? 1);
}
const { run } = await import(main);
process.exitCode = await run(process.argv);
