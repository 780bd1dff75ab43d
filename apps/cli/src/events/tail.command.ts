import type { ApiError } from '@halyard/client';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { lineOf } from '../forward/public-event.js';
import { watchConnection } from './connection-watch.js';
import { lastBeforeRestore, noteRestart } from './restarted.js';
import { jsonText } from '../output/terminal-text.js';

export interface TailOptions extends CommonOptions {
  readonly topic?: readonly string[];
  readonly after?: string;
  readonly count?: number;
}

/** Prints events as they happen, from now on or after a position. */
export function tail(context: Context, options: TailOptions): Promise<void> {
  const { print } = context;
  const { topic: topics = [], after, count = Number.POSITIVE_INFINITY, json } = options;
  return withApi(context, options, async (api) => {
    const { signal, onPause, onPosition } = watchConnection(context, api, options);
    let left = count;
    const from = after === undefined ? {} : { after };
    const onRestart = (refusal: ApiError): Promise<string | undefined> => {
      noteRestart(context, refusal);
      return lastBeforeRestore(api);
    };
    for await (const { event } of api.client.events({ ...from, topics, signal, onPause, onPosition, onRestart })) {
      onPosition();
      print(json ? jsonText(event) : lineOf(event));
      left -= 1;
      if (left <= 0) return;
    }
  });
}
