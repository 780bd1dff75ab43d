import type { Subject } from './faults/fault.js';
import type { Finding } from './finding.js';

/** A part that doctor did not look at. */
export interface NotLooked {
  readonly subject: Subject;
  readonly because: string;
}

export interface Report {
  /** `not-looked` if there was nothing to look at, or doctor itself failed, and nothing was found that is wrong. */
  readonly status: 'ok' | 'wrong' | 'not-looked';
  readonly findings: readonly Finding[];
  readonly notLooked: readonly NotLooked[];
}

const exitCodes: Readonly<Record<Report['status'], number>> = { ok: 0, wrong: 1, 'not-looked': 5 };

export const exitCodeOf = ({ status }: Report): number => exitCodes[status];

const headings: Readonly<Record<Report['status'], string>> = {
  ok: 'Nothing is wrong.',
  wrong: 'Something is wrong:',
  'not-looked': 'Doctor could not look.',
};

/** The report in sentences for people. */
export function sentencesOf({ status, findings, notLooked }: Report): readonly string[] {
  const found = findings.flatMap(({ check, service, message, mend, help }) => [
    '',
    `${service === undefined ? '' : `${service}: `}${message}`,
    `  ${mend}`,
    `  See ${help} (${check}).`,
  ]);
  const others = [...Map.groupBy(notLooked, ({ because }) => because)].map(
    ([because, parts]) => `Not looked at: ${parts.map(({ subject }) => subject).join(', ')}, because ${because}.`,
  );
  return [headings[status], ...found, ...(others.length > 0 ? ['', ...others] : [])];
}
