import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls `then` once an answer is over: all of it sent, or its connection gone. Whoever has to do with an answer asks
 * here, so that it has one listener for all of them.
 */
export function atAnswerEnd(response: ServerResponse, then: () => void): void {
  if (response.closed) return then();
  const others = waiting.get(response);
  if (others) {
    others.push(then);
    return;
  }
  const all = [then];
  waiting.set(response, all);
  response.once('close', () => all.forEach((one) => one()));
}
