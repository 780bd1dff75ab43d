import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = 'promtool';

/** Why rules can't be evaluated here; undefined if they can. */
export const missingPromtool: string | undefined =
  spawnSync(PROGRAM, ['--version']).status === 0
    ? undefined
    : "promtool, of Debian's package prometheus, is not on the PATH";

/** The title of tests that evaluate rules. If there is no promtool, the title says why they are left out. */
export const titleWithPromtool = (title: string): string =>
  missingPromtool === undefined ? title : `${title}, which is not tried: ${missingPromtool}`;

/** A series by its name and labels, and its samples in promtool's notation, one a minute. */
export type InputSeries = readonly [series: string, values: string];

export interface Observation {
  readonly series: readonly InputSeries[];
  /** The moment at which the alerts are looked at, for example `10m`. */
  readonly at: string;
  /** The time between two evaluations of the rules; a minute by default. */
  readonly every?: string;
}

/**
 * Has promtool evaluate a file of rules over samples.
 * @returns what differs when exactly these alerts are expected to fire; empty if nothing does
 */
export function alertsDiffer(
  rules: string,
  { series, at, every = '1m' }: Observation,
  firing: readonly string[],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-rules-'));
  const file = join(folder, 'case.yaml');
  const test = {
    interval: '1m',
    input_series: series.map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: at,
        exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  };
  try {
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: every, tests: [test] }));
    const { status, stdout, stderr } = spawnSync(PROGRAM, ['test', 'rules', file], { encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
