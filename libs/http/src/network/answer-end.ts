import type { ServerResponse } from 'node:http';

const AT_END = Symbol('what is to be done at the end of an answer');

/**
 * Stored on the answer itself: a weak map would keep finished answers, with all that they hold, until a full
 * collection.
 */
interface Ending {
  [AT_END]?: (() => void)[];
}

/**
 * Calls `then` once an answer is over: sent completely, or its connection lost. All who wait for that ask here, so that
 * an answer has one listener for all of them.
 */
export function atAnswerEnd(response: ServerResponse & Ending, then: () => void): void {
  if (response.closed) return then();
  const others = response[AT_END];
  if (others) {
    others.push(then);
    return;
  }
  const all = [then];
  response[AT_END] = all;
  response.once('close', () => all.forEach((one) => one()));
}
