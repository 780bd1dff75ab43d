import { setTimeout as delay } from 'node:timers/promises';
import type { Api, Hal } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { CommandFailure, exits, wrongUsage } from '../exit-codes.js';
import { printOutcome } from '../output/print.js';
import { jsonText, plain } from '../output/terminal-text.js';
import { filtered } from '../resource/place.js';
import { advanceText, clockText, heldText, progressText } from './clock-text.js';

export type SettableMode = 'frozen' | 'running' | 'real';

export interface AdvanceOptions extends CommonOptions {
  readonly to?: string;
  readonly toNext?: string;
  readonly waitForWebhooks?: boolean;
}

const CLOCK = '/sandbox-clock';
const ADVANCES = `${CLOCK}/advances`;
const WAIT_SECONDS_MAX = 20;
/** A person who looks on hears of the progress as often as this. */
const WATCHED_SECONDS = 1;
const PAUSE_MS = 250;

export function showClock(context: Context, options: CommonOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const clock = await api.get(CLOCK);
    context.print(options.json ? jsonText(clock) : clockText(clock));
  });
}

/** Changes how the account's time goes. On its way back to the present, a clock that is behind is advanced first. */
export function setMode(context: Context, mode: SettableMode, options: CommonOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    await requireOffer(api, 'edit');
    let clock = await api.post(CLOCK, { mode });
    const advance = clock._links?.['current-advance']?.href;
    if (advance !== undefined) {
      requireDone(await ended(context, api, advance, options));
      clock = await api.get(CLOCK);
    }
    if (options.json) printOutcome(context, options, null, clock);
    else context.print(clockText(clock));
  });
}

/** Advances the clock, and prints what that did once it has ended. @param by an ISO 8601 duration */
export async function advanceClock(context: Context, by: string | undefined, options: AdvanceOptions): Promise<void> {
  const { to, toNext, waitForWebhooks, json } = options;
  const goals = Object.entries({ by, to, toNext }).filter(([, goal]) => goal !== undefined);
  if (goals.length !== 1) throw wrongUsage('say how far: a time like 60d, --to TIME, or --to-next WHAT');
  const body = { ...Object.fromEntries(goals), ...(waitForWebhooks && { waitFor: 'webhooks' }) };
  await withApi(context, options, async (api) => {
    await requireOffer(api, 'advance');
    const location = await api.create(filtered(ADVANCES, { wait: '0' }), body);
    const advance = await ended(context, api, location, options);
    context.print(json ? jsonText(advance) : advanceText(advance));
    requireDone(advance);
  });
}

/** @throws CommandFailure if the clock does not offer it, because it is being advanced */
async function requireOffer(api: Api, relation: 'edit' | 'advance'): Promise<void> {
  const { _links: links = {}, target } = await api.get(CLOCK);
  if (links[relation]) return;
  const why =
    typeof target === 'string' ? `the clock is being advanced to ${plain(target)}` : 'the clock offers others';
  const offered = Object.keys(links).filter((name) => name !== 'self');
  throw new CommandFailure(`${why}; what it offers: ${plain(offered.join(', '))}`, exits.refused);
}

/** @throws CommandFailure for an advance that somebody has stopped */
function requireDone({ status, reached }: Hal): void {
  if (status !== 'done') throw new CommandFailure(`the advance was stopped at ${plain(String(reached))}`);
}

/** The advance, once it has ended. Meanwhile tells how far it has come, and why it does not go on. */
async function ended(context: Context, api: Api, location: string, options: CommonOptions): Promise<Hal> {
  const { note, ask, signal } = context;
  const isWatched = ask !== undefined && !options.json;
  const patience = Math.floor((api.timeoutMs ?? Number.POSITIVE_INFINITY) / 2_000);
  const wait = Math.min(isWatched ? WATCHED_SECONDS : WAIT_SECONDS_MAX, patience);
  const told = new Set<string>();
  const tell = (line: string): void => {
    if (!told.has(line)) note(line);
    told.add(line);
  };
  try {
    for (;;) {
      const advance = await api.get(filtered(location, { wait: String(wait) }));
      if (advance['status'] !== 'advancing') return advance;
      if (isWatched) tell(progressText(advance));
      const held = heldText(advance);
      if (held !== undefined) tell(options.json ? jsonText({ held: advance['held'] }) : held);
      if (wait === 0) await delay(PAUSE_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted && !options.json) note(`the advance goes on: halyard get ${api.routeOf(location)}`);
    throw error;
  }
}
