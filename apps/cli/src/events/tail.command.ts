import type { CommonOptions, Context } from '../context.js';
import { withApi } from '../context.js';
import { follow } from './follow.js';
import { lineOf, readEvent } from '../forward/public-event.js';

export interface TailOptions extends CommonOptions {
  readonly topic?: readonly string[];
  readonly after?: string;
  readonly count?: number;
}

/** Prints events as they happen, from now on or after a position. */
export function tail(context: Context, options: TailOptions): Promise<void> {
  const { print, note, signal } = context;
  const { topic: topics = [], after, count = Number.POSITIVE_INFINITY, json } = options;
  return withApi(context, options, async (api) => {
    let left = count;
    for await (const step of follow(api, { after, topics, signal, onPause: note })) {
      if (!('body' in step)) continue;
      print(json ? step.body : lineOf(readEvent(step.body)));
      left -= 1;
      if (left <= 0) return;
    }
  });
}
