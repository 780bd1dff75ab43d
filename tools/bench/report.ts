import type { CpuUse } from './cpu/cpu-meter.ts';
import type { LoadFigures } from './load/load.ts';
import type { ProfileSummary } from './profile/profile-summary.ts';
import type { StatementFigures } from './profile/statements.ts';
import type { BackendTime } from './profile/waits.ts';
import { latencyText } from './times.ts';

const LABEL = 18;
const SMALLEST_ROLE_US = 0.5;
const ANSWER_LENGTH_MAX = 1_000;
const ROWS_MAX = 40;

/** One fact of a run, below its title. */
export const line = (label: string, text: string): string => `  ${label.padEnd(LABEL)} ${text}`;

const count = (value: number): string => Math.round(value).toLocaleString('en');
const perCent = (share: number): string => `${Math.round(share * 100)} %`;
const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

export const perSecond = ({ succeeded, seconds }: LoadFigures): number => succeeded / seconds;

function failedLines({ failures, failure }: LoadFigures): string[] {
  const failed = Object.entries(failures).map(([how, times]) => `${count(times)} × ${how}`);
  return [
    line('failed', failed.length === 0 ? 'none' : failed.join(', ')),
    ...(failure === undefined ? [] : [line('', failure.replaceAll(/\s+/g, ' ').slice(0, ANSWER_LENGTH_MAX))]),
  ];
}

const refusedLines = ({ refused, seconds }: LoadFigures): string[] =>
  refused ? [line('turned away', `${count(refused.count / seconds)}/s   ${latencyText(refused)}`)] : [];

export const rateLines = (figures: LoadFigures): string[] => [
  line('rate', `${count(perSecond(figures))}/s   ${latencyText(figures)}`),
  ...refusedLines(figures),
  ...failedLines(figures),
];

export const answerLines = (figures: LoadFigures): string[] => [
  line('served', `${count(figures.succeededInAll)}   ${latencyText(figures)}`),
  ...failedLines(figures),
];

/** µs of some groups of processes. */
export const cpuUsOf = (cpu: CpuUse | undefined, groups: readonly string[], requests: number): number =>
  sumOf(groups.flatMap((group) => [...(cpu?.groups.get(group)?.values() ?? [])])) / 1_000 / requests;

/** CPU per request: each group, its roles, all together, and the rest of the machine. */
export function cpuLines(cpu: CpuUse | undefined, requests: number): string[] {
  if (!cpu) return [line('CPU', 'not known: Linux alone tells it by process')];
  const us = (ns: number): number => ns / 1_000 / requests;
  const lines: string[] = [];
  const groups = [...cpu.groups].filter(([group]) => group !== 'bench');
  for (const [group, roles] of groups) {
    const parts = [...roles].map(([role, ns]) => [role, us(ns)] as const).filter(([, each]) => each > SMALLEST_ROLE_US);
    const listed = parts
      .toSorted(([, one], [, other]) => other - one)
      .map(([role, each]) => `${role} ${each.toFixed(0)}`);
    lines.push(line(group, `${us(sumOf(roles.values())).toFixed(0).padStart(5)} µs a request   ${listed.join(', ')}`));
  }
  const ours = sumOf(groups.map(([, roles]) => sumOf(roles.values())));
  lines.push(line('together', `${us(ours).toFixed(0).padStart(5)} µs a request`), line('machine', machineText(cpu)));
  return lines;
}

function machineText({ groups, machineNs, busyNs, stolenNs, loadAverage }: CpuUse): string {
  const known = sumOf([...groups.values()].map((roles) => sumOf(roles.values())));
  const others = Math.max(0, busyNs - known) / machineNs;
  return `${perCent(busyNs / machineNs)} busy, ${perCent(others)} by others, ${perCent(stolenNs / machineNs)} stolen, load average ${loadAverage.toFixed(1)}`;
}

/**
 * Self times add up to the whole; time with callees counts once for each of our functions on the stack. The shares of a
 * profile are applied to the CPU used meanwhile.
 */
export function profileLines(
  { places, owners, functions, withCallees }: ProfileSummary,
  cpu: CpuUse | undefined,
  requests: number,
): string[] {
  const total = sumOf(places.map(([, samples]) => samples));
  const mainThread = cpu?.groups.get('suite')?.get('MainThread');
  const usPerRequest = mainThread === undefined ? cpuUsOf(cpu, ['suite'], requests) : mainThread / 1_000 / requests;
  const table = (title: string, entries: ProfileSummary['places']): string[] => [
    `\n  ${title}`,
    ...entries.slice(0, ROWS_MAX).map(([what, samples]) => {
      const share = samples / total;
      return `  ${(share * 100).toFixed(1).padStart(5)} %  ${(share * usPerRequest).toFixed(1).padStart(7)} µs  ${what}`;
    }),
  ];
  return [
    ...table('self time by place, per request', places),
    ...table('self time by who asked for it (natives and Node counted to their callers)', owners),
    ...table('self time by function', functions),
    ...table('our functions with all that they call', withCallees),
  ];
}

export function statementLines(statements: readonly StatementFigures[], requests: number): string[] {
  const head = `  ${'µs'.padStart(7)} ${'plans'.padStart(7)} ${'calls'.padStart(7)} ${'rows'.padStart(7)} ${'WAL B'.padStart(7)}   mean ms   (per request but the mean)`;
  return [
    '\n  statements, by time in execution (waits for locks and the disk included), and in planning',
    head,
    ...statements
      .slice(0, ROWS_MAX)
      .map(({ owner, text, calls, rows, ms, planMs, walBytes }) =>
        [
          `  ${((ms * 1_000) / requests).toFixed(1).padStart(7)}`,
          ((planMs * 1_000) / requests).toFixed(1).padStart(7),
          (calls / requests).toFixed(3).padStart(7),
          (rows / requests).toFixed(2).padStart(7),
          (walBytes / requests).toFixed(0).padStart(7),
          (ms / calls).toFixed(2).padStart(9),
          `  ${owner.padEnd(10)} ${text.slice(0, 150)}`,
        ].join(' '),
      ),
  ];
}

export const waitLines = (waits: readonly BackendTime[]): string[] => [
  '\n  what connections of Postgres do while they are not idle (100 % is one of them, all the time)',
  ...waits
    .slice(0, ROWS_MAX)
    .map(({ name, what, share }) => `  ${(share * 100).toFixed(0).padStart(5)} %  ${name.padEnd(30)} ${what}`),
];
