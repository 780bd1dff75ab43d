// Makes what `npm pack` packs: the command line in one file, with all packages that it uses.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

await build({
  entryPoints: [join(project, 'dist', 'main.js')],
  outdir: join(project, 'packed'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: `node${engines.node.replace('>=', '')}`,
  legalComments: 'eof',
  logLevel: 'warning',
});
