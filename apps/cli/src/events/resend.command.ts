import type { WebhookEvent } from '@halyard/client';
import type { Api } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { CommandFailure, describe, exits } from '../failure.js';
import { forward, type ForwardOutcome, type Target } from '../forward/forward.js';
import { secretOf } from '../forward/secret.js';

export interface ResendOptions extends CommonOptions {
  readonly forwardTo: string;
  readonly secret?: string;
}

/** Forwards events once more, by their ids. */
export function resend(context: Context, ids: readonly string[], options: ResendOptions): Promise<void> {
  const { print } = context;
  return withApi(context, options, async (api) => {
    const target = { url: options.forwardTo, secret: await secretOf(context, api, options) };
    const failed: string[] = [];
    for (const id of ids) {
      const { isTaken, said } = await resendOne(api, id, target);
      if (!isTaken) failed.push(id);
      print(options.json ? JSON.stringify({ id, forwarded: isTaken, answer: said }) : `${id}  ${said}`);
    }
    if (failed.length > 0) throw new CommandFailure(`not accepted: ${failed.join(', ')}`);
  });
}

/** An event that does not exist holds up none of the others. */
async function resendOne(api: Api, id: string, target: Target): Promise<ForwardOutcome> {
  try {
    const { created, ...event } = await api.client.get('/events/{id}', { path: { id }, signal: api.signal });
    // Like the body of its webhook.
    const told: WebhookEvent = { ...event, timestamp: created, created, _links: { ...event._links } };
    return await forward(target, told, JSON.stringify(told), api.signal);
  } catch (error) {
    const { exitCode, text } = describe(error);
    if (exitCode !== exits.refused) throw error;
    return { isTaken: false, said: text.split('\n')[0] ?? '' };
  }
}
