import { setTimeout as delay } from 'node:timers/promises';
import type { Hal } from '../api/api.js';
import { linkedIdOf } from '../output/cells.js';
import { type Context, withApi } from '../context.js';
import { CommandFailure } from '../exit-codes.js';
import { requireFields } from '../output/fields.js';
import { printAnswer, type ShowOptions } from '../output/print.js';
import { isObject, plain } from '../output/terminal-text.js';
import { filtered } from '../resource/place.js';

const QUIET = '/sandbox-quiet';
/** The longest wait for one answer. */
const WAIT_SECONDS_MAX = 20;
const PAUSE_MS = 250;

const waitedFor = ({ waitingFor }: Hal): Readonly<Record<string, unknown>>[] =>
  Array.isArray(waitingFor) ? waitingFor.filter(isObject) : [];

/** Lists the things that an account waits for, like `payment 2 (0195b3a0-…)`. */
function waitingText(answer: Hal): string {
  const named = waitedFor(answer).map(({ what, count, example }) => {
    const id = linkedIdOf(example);
    return `${plain(String(what)).replaceAll('-', ' ')} ${Number(count)}${id === undefined ? '' : ` (${id})`}`;
  });
  return named.join(', ');
}

/**
 * Waits until nothing of the account is under way, and says so.
 *
 * @throws CommandFailure when time is over, or as soon as a parked message is in the way, which no wait helps
 */
export function waitForQuiet(context: Context, timeout: number, options: ShowOptions): Promise<void> {
  const endsAt = performance.now() + timeout;
  return withApi(context, options, async (api) => {
    await requireFields(options.fields, QUIET);
    for (;;) {
      const leftMs = Math.max(0, endsAt - performance.now());
      const wait = Math.min(Math.floor(leftMs / 1_000), WAIT_SECONDS_MAX);
      const answer = await api.get(filtered(QUIET, { wait: String(wait) }));
      if (answer['quiet'] === true) {
        if (options.json || options.fields) return printAnswer(context, api, answer, options);
        return context.print(`Quiet at ${plain(String(answer['now']))}.`);
      }
      const isParked = waitedFor(answer).some(({ what }) => what === 'parked');
      if (isParked) throw new CommandFailure(`it does not get quiet: ${waitingText(answer)}`);
      if (performance.now() + PAUSE_MS > endsAt)
        throw new CommandFailure(`after ${timeout / 1_000} s it is not quiet: ${waitingText(answer)}`);
      if (wait === 0) await delay(PAUSE_MS, undefined, { signal: api.ended });
    }
  });
}
