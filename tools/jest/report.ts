import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Usage } from './usage.ts';

/** The parts of Jest's `--json` output that are reported here. */
export interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly status: string;
  readonly title: string;
  readonly fullName: string;
  readonly ancestorTitles: readonly string[];
  readonly failureMessages: readonly string[];
}

/** CPU seconds of each project on a quiet machine, by the kind of run (`tools/jest/budget.json`). */
export type Budgets = Readonly<Record<string, Readonly<Record<string, number>>>>;

const SLOWEST = 10;
const FAILURE_LENGTH = 600;
/** Other work on the machine makes a project dearer, so a project is reported only above this factor. */
const TOLERANCE = 4 / 3;

/** One line for each skipped group of tests: where, what and how many. The title of the group says why. */
export function skippedIn({ testResults }: Results): string[] {
  const counts = new Map<string, number>();
  for (const { name, assertionResults } of testResults) {
    for (const { status, ancestorTitles, title } of assertionResults) {
      if (status !== 'pending' && status !== 'todo') continue;
      const group = `${relative(process.cwd(), name)}: ${ancestorTitles[0] ?? title}`;
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
  }
  return [...counts].map(([group, count]) => `skipped ${count} in ${group}`);
}

/** A line for each failure with its reason, which Jest prints somewhere in the middle of a long output. */
export function failuresIn({ testResults }: Results): string[] {
  const because = (text = ''): string =>
    (stripVTControlCharacters(text).split('\n    at ', 1)[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, FAILURE_LENGTH);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const file = relative(process.cwd(), name);
    if (failed.length === 0 && status === 'failed') return [`failed ${file}: ${because(message)}`];
    return failed.map(({ fullName, failureMessages }) => `failed ${file}: ${fullName}: ${because(failureMessages[0])}`);
  });
}

/** The files that took longest, so that people who wait for the tests know for what. */
export function slowestOf({ testResults }: Results): string[] {
  const seconds = ({ startTime, endTime }: FileResult): number => (endTime - startTime) / 1_000;
  return [...testResults]
    .sort((left, right) => seconds(right) - seconds(left))
    .slice(0, SLOWEST)
    .map((file) => `${seconds(file).toFixed(1).padStart(6)} s  ${relative(process.cwd(), file.name)}`);
}

/** The sums of each project and of each shared server, the dearest first. */
export function sumsOf(usages: readonly Usage[]): Usage[] {
  const sums = new Map<string, Usage>();
  for (const { name, server, wallSeconds, cpuSeconds } of usages) {
    const sum = sums.get(name);
    sums.set(name, {
      name,
      server,
      wallSeconds: wallSeconds + (sum?.wallSeconds ?? 0),
      cpuSeconds: cpuSeconds + (sum?.cpuSeconds ?? 0),
    });
  }
  return [...sums.values()].sort((left, right) => right.cpuSeconds - left.cpuSeconds);
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(0).padStart(6)} s`;

/** Wall and CPU seconds by project, then CPU seconds by shared server, and a sum of all. */
export function usageTable(sums: readonly Usage[]): string[] {
  const total = sums.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const rows = (servers: boolean): string[] =>
    sums
      .filter(({ server }) => server === servers)
      .map(({ name, wallSeconds, cpuSeconds }) =>
        [servers ? ' '.repeat(8) : inSeconds(wallSeconds), inSeconds(cpuSeconds), ` ${name}`].join(''),
      );
  return [
    '    wall     CPU  project',
    ...rows(false),
    '             CPU  shared server',
    ...rows(true),
    `        ${inSeconds(total)} in all`,
  ];
}

/** A line for each project that used a third more than its budget. */
export function aboveBudget(sums: readonly Usage[], budgets: Readonly<Record<string, number>> = {}): string[] {
  return sums.flatMap(({ name, cpuSeconds }) => {
    const budget = budgets[name];
    if (budget === undefined || cpuSeconds <= budget * TOLERANCE) return [];
    return [
      `${name} used ${cpuSeconds.toFixed(0)} CPU seconds, more than a third above its budget of ${budget} (tools/jest/budget.json)`,
    ];
  });
}
