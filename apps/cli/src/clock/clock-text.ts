import type { Hal } from '../api/api.js';
import { isObject, plain } from '../output/terminal-text.js';

const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

/** A length of time in whole units, of which it has at least two. */
function spanOf(seconds: number): string {
  const [name, size] = SPANS.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  return counted(Math.floor(seconds / size), name);
}

function distanceOf(ahead: number): string {
  if (Math.abs(ahead) < 1) return "at the system's time";
  return `${spanOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the system's`;
}

const words = (code: unknown): string => plain(String(code)).replaceAll('-', ' ');

/** The clock in sentences, one a line. */
export function clockText({ now, mode, banks, aheadSeconds, nextDue, target }: Hal): string {
  const isReal = mode === 'real';
  return [
    `The account's time is ${plain(String(now))}.`,
    isReal ? "It is the system's time." : `It is ${words(mode)}, ${distanceOf(Number(aheadSeconds))}.`,
    `Banks act ${words(banks)}.`,
    ...(isObject(nextDue) ? [`Due next: ${words(nextDue['what'])} at ${plain(String(nextDue['at']))}.`] : []),
    ...(typeof target === 'string' ? [`It is being advanced to ${plain(target)}.`] : []),
  ].join('\n');
}

/** Words for each count of an advance, in the order in which a transfer passes through them. */
const deeds = {
  submitted: 'handed over to banks',
  settled: 'settled',
  returned: 'returned',
  corrected: 'corrected',
  other: 'others',
} as const;

/** The count of each thing that was done; of what was not done, nothing. */
function deedsOf({ did }: Hal): string {
  const counts = isObject(did) ? did : {};
  const done = Object.entries(deeds).flatMap(([name, deed]) => {
    const count = Number(counts[name] ?? 0);
    return count > 0 ? [`${count} ${deed}`] : [];
  });
  return done.join(', ');
}

/** How far an advance has come, on one line. */
export function progressText(advance: Hal): string {
  const done = deedsOf(advance);
  return `${plain(String(advance['reached']))}${done === '' ? '' : `: ${done}`}`;
}

/** Tells in sentences, one a line, how far an advance got and how much it did. */
export function advanceText(advance: Hal): string {
  const { status, from, to, reached, moments, events, slow } = advance;
  const [begun, end, wanted] = [from, reached, to].map((moment) => plain(String(moment)));
  const done = deedsOf(advance);
  return [
    status === 'stopped'
      ? `The advance from ${begun} to ${wanted} was stopped at ${end}.`
      : `The clock was advanced from ${begun} to ${end}.`,
    Number(moments) === 0 ? 'Nothing was due.' : `${counted(Number(moments), 'due moment')}${done && `: ${done}`}.`,
    isObject(events) ? `Events ${Number(events['first'])} to ${Number(events['last'])}.` : 'No events.',
    ...(Number(slow) > 0 ? [`Webhooks had not answered when the clock left ${counted(Number(slow), 'moment')}.`] : []),
  ].join('\n');
}

/** Why an advance does not go on; undefined while it does. */
export function heldText({ held }: Hal): string | undefined {
  if (!isObject(held)) return undefined;
  const { what, since, cause } = held;
  return plain(`the advance is held since ${String(since)} by ${words(what)}: ${String(cause)}`);
}
