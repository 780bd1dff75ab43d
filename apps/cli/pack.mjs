// Makes what `npm pack` packs: the command line with all packages that it uses, in a file for what each command begins
// with and others for what it needs then.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = import.meta.dirname;
const { engines } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

const { status } = spawnSync(
  process.execPath,
  [join(project, '..', '..', 'tools', 'prepare.cjs'), '--run', 'apps/cli/tsconfig.lib.json'],
  { stdio: ['ignore', process.stderr, process.stderr] },
);
if (status !== 0) process.exit(status ?? 1);

const packed = join(project, 'packed');
rmSync(packed, { recursive: true, force: true });
await build({
  entryPoints: [join(project, 'dist', 'main.js')],
  outdir: packed,
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: `node${engines.node.replace('>=', '')}`,
  legalComments: 'eof',
  logLevel: 'warning',
});
