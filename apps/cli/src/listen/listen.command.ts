import { type Api, Gone } from '../api/api.js';
import { withApi, type CommonOptions, type Context } from '../context.js';
import { Cursor } from '../events/cursor.js';
import { Failure } from '../failure.js';
import { follow, type Told } from '../events/follow.js';
import { lineOf, readEvent } from '../forward/public-event.js';
import { stateFolder } from '../profile/profile.js';
import { forward, type Target } from '../forward/forward.js';
import { secretOf } from '../forward/secret.js';

export interface ListenOptions extends CommonOptions {
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly topic?: readonly string[];
  readonly cursor?: string;
  readonly count?: number;
}

/**
 * Prints events as they happen and forwards them, signed like webhooks, one after the other. Its position is stored:
 * the next run continues there, with what happened in between.
 */
export function listen(context: Context, options: ListenOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { env, note, signal } = context;
    const cursor = await Cursor.open(options.cursor ?? Cursor.fileOf(stateFolder(env), api.profile.accountId));
    const target =
      options.forwardTo === undefined ? undefined : { url: options.forwardTo, secret: secretOf(context, options) };
    await new Listening(context, options, cursor, target).run(api).catch((error: unknown) => {
      if (!(error instanceof Gone)) throw error;
      throw new Failure(`${error.message} Delete ${cursor.file} to listen from now on.`);
    });
    if (signal.aborted) note(`stopped; the next listen continues after event ${cursor.position ?? '(none yet)'}`);
  });
}

class Listening {
  constructor(
    private readonly context: Context,
    private readonly options: ListenOptions,
    private readonly cursor: Cursor,
    private readonly target: Target | undefined,
  ) {}

  async run(api: Api): Promise<void> {
    const { note, signal } = this.context;
    const { topic: topics = [], count = Number.POSITIVE_INFINITY } = this.options;
    let left = count;
    for await (const step of follow(api, { after: this.cursor.position, topics, signal, onPause: note })) {
      if ('beginsAt' in step) {
        await this.cursor.move(step.beginsAt);
        note(`listening after event ${step.beginsAt}`);
        continue;
      }
      if ('passed' in step) {
        await this.cursor.move(step.passed);
        continue;
      }
      await this.handle(step);
      left -= 1;
      if (left <= 0 || signal.aborted) return;
    }
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
    if (outcome && !outcome.isTaken) note(`  not accepted (${outcome.said}): halyard events resend ${event.id}`);
  }
}
