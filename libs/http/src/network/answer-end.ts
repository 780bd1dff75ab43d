import type { ServerResponse } from 'node:http';

const AT_END = Symbol('what is to be done at the end of an answer');

/** On the answer itself: a weak map would keep answers that are over, with all that they hold, until a full collection. */
interface Ending {
  [AT_END]?: (() => void)[];
}

/**
 * Calls `then` once an answer is over: all of it sent, or its connection gone. Whoever has to do with an answer asks
 * here, so that it has one listener for all of them.
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
