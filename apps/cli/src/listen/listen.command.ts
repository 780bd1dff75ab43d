import { ApiError, type PositionedEvent, type WebhookEvent } from '@halyard/client';
import type { Api } from '../api/api.js';
import { nodeFetch } from '../api/fetch.js';
import { commandName } from '../command-name.js';
import { withApi, type Context } from '../context.js';
import { Cursor } from '../events/cursor.js';
import { watchConnection } from '../events/connection-watch.js';
import { eventsBetween, lastBeforeRestore, restartBetween } from '../events/restarted.js';
import { newestPosition, positionBefore } from '../events/position.js';
import { eventOf } from '../events/resend.command.js';
import { onResend } from '../events/resends.js';
import { eventOfWebhook, onRetry } from '../events/retries.js';
import { CommandFailure, describe } from '../exit-codes.js';
import { quoted } from '../form/curl.js';
import { type ForwardOutcome, forwardInOrder, type Target } from '../forward/forward.js';
import { lineOf } from '../forward/public-event.js';
import { secretOf } from '../forward/secret.js';
import { stateFileOf } from '../profile/profile.js';
import { jsonText } from '../output/terminal-text.js';
import type { ListenOptions } from './listen-options.js';

/**
 * Prints events as they happen and forwards them, signed like webhooks, one after the other. The position is stored, so
 * that a later run can continue there and get the events that happened in between.
 *
 * @throws CommandFailure once it has forwarded the requested number, if some were not accepted
 */
export function listen(context: Context, options: ListenOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { env, note, signal } = context;
    const cursor = await Cursor.open(options.cursor ?? stateFileOf(env, api.profile.accountId, 'cursor'));
    const targets = await targetsOf(context, api, options);
    try {
      await new ListenRun(context, options, cursor, targets).run(api);
    } catch (error) {
      if (signal.aborted) note(`stopped; --resume continues after event ${cursor.position ?? '(none yet)'}`);
      else if (error instanceof ApiError && error.status === 410)
        throw new CommandFailure(`${error.message} With --from-now it listens from now on.`);
      throw error;
    }
  });
}

async function targetsOf(context: Context, api: Api, options: ListenOptions): Promise<readonly Target[]> {
  const { forwardTo = [], header = [] } = options;
  if (forwardTo.length === 0) return [];
  const secret = await secretOf(context, api, options);
  const fetch = nodeFetch({ env: context.env });
  return forwardTo.map((destination) => ({ ...destination, secret, fetch, headers: Object.fromEntries(header) }));
}

/** The outcome of an event at one of its targets. */
interface Delivery extends ForwardOutcome {
  readonly url: string;
}

/** The answer of a target, and which one it is where there are several. */
const wordsOf = (url: string, said: string, targets: number): string => (targets > 1 ? `${said} ${url}` : said);

class ListenRun {
  private refused = 0;

  constructor(
    private readonly context: Context,
    private readonly options: ListenOptions,
    private readonly cursor: Cursor,
    private readonly targets: readonly Target[],
  ) {}

  async run(api: Api): Promise<void> {
    const { topic: topics = [], count = Number.POSITIVE_INFINITY } = this.options;
    const after = await this.beginning(api);
    const formerEnd = this.cursor.position;
    const { signal, onPause, onPosition } = watchConnection(this.context, api, this.options);
    const begin = { ...(after !== undefined && { after }), topics, signal, onPause };
    let left = count;
    let isFirst = true;
    const moved = async (position: string): Promise<void> => {
      onPosition();
      await this.moveTo(api, position);
      if (isFirst)
        this.context.note(`listening after event ${position}${await this.behind(api, after, formerEnd, position)}`);
      isFirst = false;
    };
    const done = new AbortController();
    const stream = { ...begin, onPosition: moved, onRestart: () => lastBeforeRestore(api) };
    if (this.targets.length > 0) await this.followResends(api, AbortSignal.any([signal, done.signal]));
    try {
      for await (const told of api.client.events(stream)) {
        onPosition();
        await this.handle(api, told, signal);
        left -= 1;
        if (left <= 0) break;
      }
    } finally {
      done.abort();
    }
    if (this.refused > 0) throw new CommandFailure(`${this.refused} of ${count} events were not accepted`);
  }

  /** The position after which it begins; undefined for what happens from now on. */
  private async beginning(api: Api): Promise<string | undefined> {
    const { since, resume, cursor, fromNow } = this.options;
    if (since !== undefined) return positionBefore(this.context, api, since, this.options);
    return (resume || cursor !== undefined) && !fromNow ? this.cursor.position : undefined;
  }

  /** Stores the position, and says how positions went on if a restore lies between the last one and this one. */
  private async moveTo(api: Api, position: string): Promise<void> {
    const before = this.cursor.position;
    await this.cursor.move(position);
    const restarted = before === undefined ? undefined : await restartBetween(api, before, position);
    if (!restarted) return;
    const { from, to, at } = restarted;
    this.context.note(`data was restored from a backup at ${at}: after event ${from}, events go on at ${to}`);
  }

  /** In words, how many events happened while nobody listened, and how to get or skip them. */
  private async behind(
    api: Api,
    after: string | undefined,
    formerEnd: string | undefined,
    position: string,
  ): Promise<string> {
    const [from, to] =
      after === undefined ? [formerEnd, position] : [after, await newestPosition(this.context, api, this.options)];
    const missed = from === undefined ? 0n : await eventsBetween(api, from, to);
    if (missed <= 0n || this.options.fromNow) return '';
    const happened = `${missed} ${missed === 1n ? 'has' : 'have'} happened since`;
    if (after === undefined) return `; ${happened} a former run ended (--resume gets them)`;
    return `; ${happened} then${this.options.topic ? ', of all topics' : ''} (--from-now skips them)`;
  }

  /**
   * An event that a target refuses after a few tries is reported and does not hold up the next; it can be sent again by
   * its id. The listener waits for a target that is away.
   */
  private async handle(api: Api, { position, event }: PositionedEvent, signal: AbortSignal): Promise<void> {
    const { print } = this.context;
    const deliveries = await this.forward(event, signal);
    await this.moveTo(api, position);
    const refused = deliveries.find(({ isTaken }) => !isTaken);
    if (this.options.json) {
      const status = (refused ?? deliveries[0])?.status;
      const outcome = { forwarded: !refused, ...(status !== undefined && { status }) };
      const several = deliveries.map(({ url, status: answered, isTaken }) => ({
        url,
        forwarded: isTaken,
        status: answered,
      }));
      print(
        jsonText({
          ...{ position, event },
          ...(deliveries.length > 0 && outcome),
          ...(deliveries.length > 1 && { deliveries: several }),
        }),
      );
    } else
      print([lineOf(event), ...deliveries.map(({ url, said }) => wordsOf(url, said, deliveries.length))].join('  '));
    if (refused) this.refused += 1;
  }

  /** Sends an event to its targets, in turn. */
  private async forward(event: WebhookEvent, signal: AbortSignal): Promise<readonly Delivery[]> {
    const { note } = this.context;
    const targets = this.targets.filter(({ topic }) => topic === undefined || topic === event.topic);
    const deliveries: Delivery[] = [];
    for (const target of targets) {
      const { url } = target;
      const onAway = (reason: string): void =>
        note(`  ${url} is away (${reason}): ${event.topic} ${event.id} waits for it`);
      const outcome = await forwardInOrder(target, event, JSON.stringify(event), signal, onAway);
      // If the command is stopped here, the next run gets the event again.
      if (!outcome.isTaken) signal.throwIfAborted();
      if (!outcome.isTaken) note(`  not accepted (${outcome.said}): ${this.resendOf(event.id, target)}`);
      deliveries.push({ url, ...outcome });
    }
    return deliveries;
  }

  /** Forwards events again when `halyard events resend` of another terminal, the console or a client asks for it. */
  private async followResends(api: Api, signal: AbortSignal): Promise<void> {
    const { env, note } = this.context;
    let last = Promise.resolve();
    const again = (id: string, event: () => Promise<WebhookEvent>): Promise<void> =>
      (last = last.then(() => this.forwardAgain(id, event, signal)));
    const folder = stateFileOf(env, api.profile.accountId, 'resends');
    await onResend(folder, signal, (id) => again(id, () => eventOf(api, id)));
    await new Promise<void>((tried) => {
      const retried = onRetry(api, signal, (id) => again(id, () => eventOfWebhook(api, id)), tried);
      retried.catch((error: unknown) => {
        if (!signal.aborted) note(`  what the console sends again is not heard: ${describe(error).text}`);
        tried();
      });
    });
  }

  /** Forwards an event again. An event that can't be sent again does not hold up the others. */
  private async forwardAgain(id: string, event: () => Promise<WebhookEvent>, signal: AbortSignal): Promise<void> {
    try {
      await this.forward(await event(), signal);
    } catch (error) {
      if (!signal.aborted) this.context.note(`  ${id} was not sent again: ${describe(error).text}`);
    }
  }

  /** The command that sends an event again to the same place, with the options of this one. */
  private resendOf(id: string, { url }: Target): string {
    const { profile, connection } = this.options;
    const options = Object.entries({ 'forward-to': url, profile, connection }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, quoted(value)],
    );
    return [commandName(this.context.env), 'events', 'resend', quoted(id), ...options].join(' ');
  }
}
