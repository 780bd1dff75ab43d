import { type Api, Gone } from '../api/api.js';
import { withApi, type CommonOptions, type Context } from '../context.js';
import { Cursor } from '../events/cursor.js';
import { CommandFailure } from '../failure.js';
import { follow, newestPosition, type Told } from '../events/follow.js';
import { lineOf, readEvent } from '../forward/public-event.js';
import { stateFileOf } from '../profile/profile.js';
import { forward, type Target } from '../forward/forward.js';
import { secretOf } from '../forward/secret.js';

export interface ListenOptions extends CommonOptions {
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly topic?: readonly string[];
  readonly cursor?: string;
  readonly fromNow?: boolean;
  readonly count?: number;
}

/**
 * Prints events as they happen and forwards them, signed like webhooks, one after the other. Its position is stored:
 * the next run continues there, with what happened in between.
 *
 * @throws CommandFailure when it has forwarded as many as were asked for, and some were not accepted
 */
export function listen(context: Context, options: ListenOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { env, note, signal } = context;
    const cursor = await Cursor.open(options.cursor ?? stateFileOf(env, api.profile.accountId, 'cursor'));
    const { forwardTo: url } = options;
    const target = url === undefined ? undefined : { url, secret: await secretOf(context, api, options) };
    await new Listening(context, options, cursor, target).run(api).catch((error: unknown) => {
      if (!(error instanceof Gone)) throw error;
      throw new CommandFailure(`${error.message} With --from-now it listens from now on.`);
    });
    if (signal.aborted) note(`stopped; the next listen continues after event ${cursor.position ?? '(none yet)'}`);
  });
}

class Listening {
  private refused = 0;

  constructor(
    private readonly context: Context,
    private readonly options: ListenOptions,
    private readonly cursor: Cursor,
    private readonly target: Target | undefined,
  ) {}

  async run(api: Api): Promise<void> {
    const { note, signal } = this.context;
    const { topic: topics = [], count = Number.POSITIVE_INFINITY, fromNow } = this.options;
    const after = fromNow ? undefined : this.cursor.position;
    let behind = after === undefined ? '' : await this.behind(api, after);
    let left = count;
    for await (const step of follow(api, { after, topics, signal, onPause: note })) {
      if ('beginsAt' in step) {
        await this.cursor.move(step.beginsAt);
        note(`listening after event ${step.beginsAt}${behind}`);
        behind = '';
        continue;
      }
      if ('passed' in step) {
        await this.cursor.move(step.passed);
        continue;
      }
      await this.handle(step);
      left -= 1;
      if (left <= 0 || signal.aborted) break;
    }
    if (this.refused > 0 && !signal.aborted)
      throw new CommandFailure(`${this.refused} of ${count} events were not accepted`);
  }

  /** In words, how many events happened while nobody listened. */
  private async behind(api: Api, after: string): Promise<string> {
    const newest = await newestPosition(api, this.context);
    const missed = newest === undefined ? 0n : BigInt(newest) - BigInt(after);
    const first = `; ${missed} ${missed === 1n ? 'has' : 'have'} happened since then`;
    return missed > 0n ? `${first}${this.options.topic ? ', of all topics' : ''} (--from-now skips them)` : '';
  }

  /**
   * An event that is not accepted after a few tries is reported and does not hold up the next; it can be sent again by
   * its id.
   */
  private async handle({ position, body }: Told): Promise<void> {
    const { print, note, signal } = this.context;
    const event = readEvent(body);
    if (!this.options.json) print(lineOf(event));
    const outcome = this.target && (await forward(this.target, event, body, signal));
    // Stopped halfway: the next run gets it again.
    if (signal.aborted && outcome?.isTaken === false) return;
    await this.cursor.move(position);
    if (this.options.json) print(JSON.stringify({ position, event, ...(outcome && { forwarded: outcome.isTaken }) }));
    if (this.target && outcome && !outcome.isTaken) {
      this.refused += 1;
      note(`  not accepted (${outcome.said}): ${this.resendOf(event.id, this.target)}`);
    }
  }

  /** The command that sends an event again to the same place, as the user started this one. */
  private resendOf(id: string, { url }: Target): string {
    const { profile, connection } = this.options;
    const options = Object.entries({ 'forward-to': url, profile, connection }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, quoted(value)],
    );
    const command = this.context.env['npm_command'] === 'exec' ? ['npx', 'halyard'] : ['halyard'];
    return [...command, 'events', 'resend', quoted(id), ...options].join(' ');
  }
}

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string =>
  /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
