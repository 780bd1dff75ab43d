import { withApi, type CommonOptions, type Context } from '../context.js';
import { Failure } from '../failure.js';
import { forward } from '../forward/forward.js';
import { secretOf } from '../forward/secret.js';
import { readEvent } from '../forward/public-event.js';

export interface ResendOptions extends CommonOptions {
  readonly forwardTo: string;
  readonly secret?: string;
}

/** Forwards events once more, by their ids. */
export function resend(context: Context, ids: readonly string[], options: ResendOptions): Promise<void> {
  const { print, signal } = context;
  return withApi(context, options, async (api) => {
    const target = { url: options.forwardTo, secret: secretOf(context, options) };
    const failed: string[] = [];
    for (const id of ids) {
      const { created, ...event } = await api.get(`/events/${encodeURIComponent(id)}`);
      // As its webhook has it.
      const body = JSON.stringify({ ...event, timestamp: created, created });
      const { isTaken, said } = await forward(target, readEvent(body), body, signal);
      if (!isTaken) failed.push(id);
      print(options.json ? JSON.stringify({ id, forwarded: isTaken, answer: said }) : `${id}  ${said}`);
    }
    if (failed.length > 0) throw new Failure(`not taken: ${failed.join(', ')}`);
  });
}
