import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Programs that check the Helm chart, with the path and version for Go to build. */
const programs = {
  helm: { path: 'helm.sh/helm/v3/cmd/helm', version: 'v3.19.0' },
  'kubectl-validate': { path: 'sigs.k8s.io/kubectl-validate', version: 'v0.0.4' },
} as const;
type ChartTool = keyof typeof programs;

/** Optimizing costs a build up to a third of its time, and saves a call some hundredths of a second. */
const UNOPTIMIZED = ['-gcflags=all=-N -l', '-ldflags=-s -w'];

/** The path of the program, or why it is not available. */
export type FoundTool = { readonly program: string } | { readonly missing: string };

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'halyard');

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/**
 * Finds a program in the PATH, else in the cache, else builds it into the cache with Go, which takes minutes once. The
 * cache is outside the checkout: clones share it.
 */
export function findChartTool(name: ChartTool): FoundTool {
  const { path, version } = programs[name];
  const folder = join(cache, `${name}-${version}`);
  const cached = join(folder, name);
  const present = onPath(name) ?? (existsSync(cached) ? cached : undefined);
  if (present !== undefined) return { program: present };
  const { error, status, stderr } = spawnSync('go', ['install', ...UNOPTIMIZED, `${path}@${version}`], {
    encoding: 'utf8',
    env: { ...process.env, GOBIN: folder },
  });
  if (error) return { missing: `neither ${name} nor Go is on the PATH` };
  return status === 0
    ? { program: cached }
    : { missing: `Go can't build ${name}: ${stderr.trim().split('\n').at(-1)}` };
}
