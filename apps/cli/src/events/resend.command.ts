import type { WebhookEvent } from '@halyard/client';
import type { Api } from '../api/api.js';
import { nodeFetch } from '../api/fetch.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { CommandFailure, describe, exits, wrongUsage } from '../exit-codes.js';
import { forward, type ForwardOutcome, type Target } from '../forward/forward.js';
import { secretOf } from '../forward/secret.js';
import { findProfile, stateFileOf } from '../profile/profile.js';
import { isId } from '../resource/place.js';
import { askForResend } from './resends.js';
import { jsonText } from '../output/terminal-text.js';

/** How long a running `halyard listen` may take to notice a request to forward. */
const LISTENER_MS = 4_000;

export interface ResendOptions extends CommonOptions {
  /** The URL to forward the events to. If absent, a running `halyard listen` forwards them. */
  readonly forwardTo?: string;
  readonly secret?: string;
}

export function resend(context: Context, ids: readonly string[], options: ResendOptions): Promise<void> {
  const { print } = context;
  const { forwardTo: url } = options;
  if (url === undefined) return passOn(context, ids, options);
  return withApi(context, options, async (api) => {
    const target = {
      url,
      secret: await secretOf(context, api, options),
      fetch: nodeFetch({ env: context.env }),
    };
    const failed: string[] = [];
    for (const id of ids) {
      const { isTaken, said } = await resendOne(api, id, target);
      if (!isTaken) failed.push(id);
      print(options.json ? jsonText({ id, forwarded: isTaken, answer: said }) : `${id}  ${said}`);
    }
    if (failed.length > 0) throw new CommandFailure(`not accepted: ${failed.join(', ')}`);
  });
}

/** Asks the `halyard listen` of another terminal to forward the events. */
async function passOn({ env, print, signal }: Context, ids: readonly string[], options: ResendOptions): Promise<void> {
  const odd = ids.find((id) => !isId(id));
  if (odd !== undefined) throw wrongUsage(`"${odd}" is no id of an event`);
  const { accountId } = await findProfile(options, env);
  const folder = stateFileOf(env, accountId, 'resends');
  for (const id of ids) {
    await askForResend(folder, id, options.timeout ?? LISTENER_MS, signal);
    print(options.json ? jsonText({ id, passedOn: true }) : `${id}  passed on to halyard listen`);
  }
}

/** An event in the form of its webhook. */
export async function eventOf(api: Api, id: string): Promise<WebhookEvent> {
  const { created, ...event } = await api.client.get('/events/{id}', { path: { id }, signal: api.signal });
  return { ...event, timestamp: created, created, _links: { ...event._links } };
}

/** Sends one event again. An event that does not exist does not hold up the others. */
async function resendOne(api: Api, id: string, target: Target): Promise<ForwardOutcome> {
  try {
    const told = await eventOf(api, id);
    return await forward(target, told, JSON.stringify(told), api.signal);
  } catch (error) {
    const { exitCode, text } = describe(error);
    if (exitCode !== exits.refused) throw error;
    return { isTaken: false, said: text.split('\n')[0] ?? '' };
  }
}
