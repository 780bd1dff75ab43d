import { setTimeout as delay } from 'node:timers/promises';
import { WAIT_MS } from './patience.js';

/** The first pause, which is short because most conditions hold within milliseconds. */
const PAUSE_MS = 1;
/** The longest pause. It leaves the processor to other processes for which the test waits. */
const PAUSE_MS_MAX = 25;
const GROWTH = 1.5;
/** The pause between questions to other processes. */
const PAUSE_BETWEEN_REQUESTS_MS = 20;

/** An answer. `undefined` and `false` mean that there is none yet. */
type PendingAnswer<Answer> = Answer | undefined | false;
/** An answer; or none yet, perhaps because of a failure. */
type Look<Answer> = { readonly answer: Answer } | { readonly failure?: unknown };

async function askAgain<Answer>(
  ask: () => Promise<Look<Answer>>,
  messageOf: (failure: unknown) => string,
  firstPauseMs = PAUSE_MS,
): Promise<Answer> {
  const startedAt = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * GROWTH, PAUSE_MS_MAX)) {
    const look = await ask();
    if ('answer' in look) return look.answer;
    if (performance.now() - startedAt > WAIT_MS) {
      throw new Error(`waited ${WAIT_MS / 1_000} s in vain ${messageOf(look.failure)}`, { cause: look.failure });
    }
    await delay(pauseMs);
  }
}

const attempted = async <Answer>(attempt: () => Answer | Promise<Answer>): Promise<Look<Answer>> => {
  try {
    return { answer: await attempt() };
  } catch (failure) {
    return { failure };
  }
};

/**
 * Repeats a question until the answer is true. An error ends the wait, because waiting must not hide a bug that shows
 * only once.
 * @throws Error when patience ends (patience.ts), naming the condition
 */
export const until = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> =>
  askAgain(
    async (): Promise<Look<void>> => ((await holds()) ? { answer: undefined } : {}),
    () => `until ${what}`,
  );

/**
 * Repeats an attempt until it succeeds. It is for things that may fail at first, such as a server that restarts.
 * @throws Error when patience ends, naming the condition, with the last failure as its cause
 */
export const eventually = <Result>(what: string, attempt: () => Result | Promise<Result>): Promise<Result> =>
  askAgain(
    () => attempted(attempt),
    () => `until ${what}`,
  );

/**
 * Repeats an expectation until it holds. @throws Error when patience ends, with the message of the expectation, which
 * is also its cause
 */
export const expectEventually = (expectation: () => void | Promise<void>): Promise<void> =>
  askAgain(
    () => attempted(expectation),
    (failure) => `for this: ${failure instanceof Error ? failure.message : String(failure)}`,
  );

/**
 * Asks a running suite until it gives an answer, which is anything but undefined and false. A question may fail,
 * because the process that is asked may still be starting.
 * @throws Error when patience ends, naming the condition, with the last failure as its cause
 */
export const waitFor = <Answer>(
  what: string,
  ask: () => PendingAnswer<Answer> | Promise<PendingAnswer<Answer>>,
): Promise<Answer> => {
  let failure: unknown;
  return askAgain<Answer>(
    async () => {
      try {
        const answer = await ask();
        return answer === undefined || answer === false ? { failure } : { answer };
      } catch (error) {
        failure = error;
        return { failure };
      }
    },
    () => `for ${what}`,
    PAUSE_BETWEEN_REQUESTS_MS,
  );
};

/**
 * Measures how long it takes until a promise of the contract is kept, and prints it. It does not fail if that is later
 * than promised, because a machine may be busy; the wait itself has a limit.
 * @param promise the promised condition, such as `a revocation holds`
 */
export async function printHowLong<Result>(
  promise: string,
  promisedSeconds: number,
  wait: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await wait();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stderr.write(`${promise} after ${seconds} s (promised: ${promisedSeconds} s)\n`);
  return result;
}

/** Makes a gate that a test opens and for which others wait. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
