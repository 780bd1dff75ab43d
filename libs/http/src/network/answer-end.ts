import type { ServerResponse } from 'node:http';

const AT_END = Symbol('what is to be done at the end of an answer');

/** Listeners stored on the answer itself. A weak map would keep finished answers alive until a full collection. */
interface EndingAnswer {
  [AT_END]?: (() => void)[];
}

/** Calls `then` once an answer is sent, or its connection is lost. All callers share one listener. */
export function atAnswerEnd(response: ServerResponse & EndingAnswer, then: () => void): void {
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
