import { type Api, Unserved } from '../api/api.js';
import { withApi, type CommonOptions, type Context } from '../context.js';
import { CommandFailure } from '../failure.js';
import { forward, type ForwardOutcome, type Target } from '../forward/forward.js';
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
    const target = { url: options.forwardTo, secret: await secretOf(context, api, options) };
    const failed: string[] = [];
    for (const id of ids) {
      const { isTaken, said } = await resendOne(api, id, target, signal);
      if (!isTaken) failed.push(id);
      print(options.json ? JSON.stringify({ id, forwarded: isTaken, answer: said }) : `${id}  ${said}`);
    }
    if (failed.length > 0) throw new CommandFailure(`not accepted: ${failed.join(', ')}`);
  });
}

/** An event that does not exist holds up none of the others. */
async function resendOne(api: Api, id: string, target: Target, signal: AbortSignal): Promise<ForwardOutcome> {
  try {
    const { created, ...event } = await api.get(`/events/${encodeURIComponent(id)}`);
    // Like the body of its webhook.
    const body = JSON.stringify({ ...event, timestamp: created, created });
    return await forward(target, readEvent(body), body, signal);
  } catch (error) {
    if (error instanceof Unserved || !(error instanceof CommandFailure)) throw error;
    return { isTaken: false, said: error.message };
  }
}
