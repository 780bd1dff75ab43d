import type { Api } from '@halyard/client';

const dueNames: Readonly<Record<NonNullable<Api.SandboxClockAdvance['held']>['what'], string>> = {
  'same-day-cut-off': 'Same-day cut-off',
  'wire-cut-off': 'Wire cut-off',
  'standard-cut-off': 'Standard cut-off',
  settlement: 'Settlement',
  return: 'Return',
  correction: 'Correction',
  'balance-inquiry': 'Balance inquiry',
  'micro-deposits': 'Micro-deposits',
  'outage-end': 'End of an outage',
  parked: 'Parked message',
};
export const dueName = (what: keyof typeof dueNames): string => dueNames[what];

/** Each due thing, explained to people who do not know the rail. */
const dueTexts: Readonly<Partial<Record<keyof typeof dueNames, string>>> = {
  'same-day-cut-off': 'What waits for same-day clearing is handed over to the banks. Until then it can be cancelled.',
  'wire-cut-off': 'Wires are handed over to the banks, and arrive at once. Until then they can be cancelled.',
  'standard-cut-off': 'What waits is handed over to the banks. Until then it can be cancelled.',
  settlement: 'Banks settle what was handed over to them, or return it.',
  return: 'A bank returns what had settled.',
  correction: 'A bank corrects details of an account.',
  'balance-inquiry': 'A bank answers what is in an account.',
  'micro-deposits': 'Small deposits arrive, by which a bank account is verified.',
  'outage-end': 'A bank that was out of service works again.',
};
export const dueText = (what: keyof typeof dueNames): string | undefined => dueTexts[what];

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
/** More units would be more exact than anybody reads. */
const UNITS_MAX = 2;

/** A length of time in its two largest units: `60 days 3 hours`. */
export function lengthText(seconds: number): string {
  let rest = Math.abs(Math.trunc(seconds));
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { count, text: `${String(count)} ${unit}${count === 1 ? '' : 's'}` };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return '0 seconds';
  return parts
    .slice(first, first + UNITS_MAX)
    .filter(({ count }) => count > 0)
    .map(({ text }) => text)
    .join(' ');
}

/** The system's clock and the account's are read one after the other. */
const SAME_SECONDS = 2;

export function aheadText(seconds: number): string {
  if (Math.abs(seconds) < SAME_SECONDS) return 'the same';
  return `${lengthText(seconds)} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

const didNames: Readonly<Record<keyof Api.SandboxClockAdvance['did'], string>> = {
  submitted: 'handed over',
  settled: 'settled',
  returned: 'returned',
  corrected: 'corrected',
  other: 'other',
};

export const didCounts = ({ did }: Api.SandboxClockAdvance): readonly (readonly [name: string, count: number])[] =>
  Object.entries(didNames).map(([name, text]) => [text, did[name as keyof typeof didNames]] as const);

/** The counts of an advance in one line: `2 handed over, 1 settled`. */
export function didText(advance: Api.SandboxClockAdvance): string {
  const told = didCounts(advance).filter(([, count]) => count > 0);
  return told.length === 0 ? 'nothing was due' : told.map(([name, count]) => `${String(count)} ${name}`).join(', ');
}

const inChicago = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Chicago',
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment as banks count it: their cut-offs and banking days are those of Chicago. */
export const chicagoText = (at: Date): string => `${inChicago.format(at)} in Chicago`;
