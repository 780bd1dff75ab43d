import type { CloudEvent, Topic } from '@halyard/contracts';
import { MalformedEvent } from '@halyard/contracts/topics';
import type { Clock } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { planBatch } from './batch-plan.js';
import { withConsumerSpan } from './consumer-span.js';
import { setAside, type Stranger } from './foreign-messages.js';
import { type ConsumedTopic, deliverInTurn } from './in-turn.js';
import { type InboxFailure, Inbox, type Skip, type WaitingMessage } from './inbox.js';
import { causeOf, type SequencedMessage, placeOf, readMessage } from './incoming.js';
import type { Log } from '@halyard/observability';
import type { Message, KeyTail } from '../message-bus.js';
import { askDelayMs, retryDelayMs } from './retry-policy.js';
import { SourceQuestions } from './source-questions.js';
import { transact } from '@halyard/persistence';
import { isPassing } from './passing.js';

export interface TopicInboxOptions extends ConsumedTopic {
  readonly clock: Clock;
  readonly log: Log;
  /** Called if a key of this topic has to be retried later. */
  readonly onRetry: () => void;
  readonly askFor: (topic: Topic, wanted: readonly KeyTail[]) => Promise<void>;
}

/** Why a waiting key is looked at. A parked key goes on only if an operator replays it. */
type Occasion = 'arrival' | 'retry' | 'replay';

interface Step {
  readonly handled: number;
  readonly done: boolean;
  /** If set, the source is asked for the key's events from this sequence on. */
  readonly askFrom?: number;
}

const DONE: Step = { handled: 0, done: true };

/**
 * Handles one topic's messages for one consumer. Each event commits together with its effect. A failure is stored, and
 * delays only its own key.
 */
export class TopicInbox {
  handled = 0;
  duplicates = 0;
  private readonly inbox: Inbox;
  private readonly questions: SourceQuestions;
  private readonly retries = new WeakSet<EntityManager>();

  constructor(private readonly options: TopicInboxOptions) {
    this.inbox = new Inbox(options.consumer.name, options.topic);
    this.questions = new SourceQuestions({ ...options, consumer: options.consumer.name });
  }

  /** Handles a batch in one transaction if that works, or else message by message. */
  async receive(messages: readonly Message[]): Promise<void> {
    const placed: SequencedMessage[] = [];
    const strangers: Stranger[] = [];
    for (const { content, foreign } of messages) {
      const read = foreign === undefined ? readMessage(this.options.topic, content) : undefined;
      if (read) placed.push(read);
      else strangers.push({ content, foreign: foreign ?? 'no-place' });
    }
    if (strangers.length > 0) await this.setAside(strangers);
    if (placed.length === 0) return;
    try {
      await this.deliver(placed);
    } catch (error) {
      if (isPassing(error)) throw error;
      for (const one of placed) await this.deliverAlone(one);
    }
  }

  /** Handles the waiting messages of a key, up to the next gap or failure. */
  async drain(key: string, occasion: Occasion): Promise<void> {
    let countMax = Number.POSITIVE_INFINITY;
    for (;;) {
      let tried = 0;
      try {
        const step = await this.transact((tx) =>
          this.drainSome(tx, key, occasion, countMax, (count) => (tried = count)),
        );
        this.handled += step.handled;
        if (step.askFrom !== undefined) this.questions.ask([{ key, from: step.askFrom }]);
        if (step.done) return;
      } catch (error) {
        if (isPassing(error)) throw error;
        if (tried <= 1) return this.fail(key, error);
        countMax = 1;
      }
    }
  }

  /**
   * Makes a key skip a message at its next attempt. @returns the message's sequence; undefined if nothing holds the key
   */
  async skip(tx: EntityManager, key: string, skip: Skip): Promise<number | undefined> {
    const state = (await this.inbox.lock(tx, [key])).get(key);
    if (!state || !(await this.inbox.failureOf(tx, key))) return undefined;
    await this.inbox.skip(tx, key, state.sequence + 1, skip);
    return state.sequence + 1;
  }

  /**
   * Runs a transaction. If it stored a retry, wakes the retry loop after the commit, because only then can the loop see
   * the key.
   */
  private async transact<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const { dataSource, onRetry } = this.options;
    const done = await transact(dataSource, async (tx) => ({ result: await work(tx), hasRetry: this.retries.has(tx) }));
    if (done.hasRetry) onRetry();
    return done.result;
  }

  private async deliver(messages: readonly SequencedMessage[]): Promise<void> {
    const handled = await deliverInTurn(this.options, this.inbox, messages);
    if (handled !== undefined) {
      this.handled += handled;
      return;
    }
    const keys = [...new Set(messages.map(({ key }) => key))];
    const plan = await this.transact(async (tx) => {
      const known = await this.inbox.lock(tx, keys);
      const planned = planBatch(messages, known);
      if (planned.apply.length > 0) {
        await this.handle(planned.apply, tx);
        await this.inbox.advance(tx, known, planned.advanced);
      }
      await this.hold(tx, planned.hold);
      for (const { message, error } of planned.blocked) await this.writeFailure(tx, message.key, error, 1);
      return planned;
    });
    this.handled += plan.apply.length;
    this.duplicates += plan.duplicates;
    for (const key of new Set(plan.hold.map((message) => message.key))) await this.drain(key, 'arrival');
  }

  private handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    const { consumer, topic } = this.options;
    return withConsumerSpan(consumer.name, topic, events, () => consumer.handle(events, tx));
  }

  private async deliverAlone(message: SequencedMessage): Promise<void> {
    try {
      await this.deliver([message]);
    } catch (error) {
      if (isPassing(error)) throw error;
      await this.fail(message.key, error, message);
    }
  }

  private async drainSome(
    tx: EntityManager,
    key: string,
    occasion: Occasion,
    countMax: number,
    onTry: (count: number) => void,
  ): Promise<Step> {
    const state = (await this.inbox.lock(tx, [key])).get(key);
    if (!state?.waits || !(await this.mayTry(tx, key, occasion))) return DONE;
    if (await this.inbox.isSkipped(tx, key, state.sequence + 1)) {
      await this.inbox.release(tx, key, state.sequence + 1);
      return { handled: 0, done: false };
    }
    const waiting = await this.inbox.waiting(tx, key);
    const turn = this.readTurn(waiting, state.sequence, countMax);
    const last = turn.at(-1);
    if (!last) {
      if (waiting.some(({ sequence }) => sequence <= state.sequence)) {
        await this.inbox.release(tx, key, state.sequence);
      }
      const isAhead = waiting.some(({ sequence }) => sequence > state.sequence);
      return isAhead ? this.waitFor(tx, key, state.sequence + 1, occasion) : DONE;
    }
    onTry(turn.length);
    const events = turn.map(({ content }) => {
      if (content instanceof MalformedEvent) throw content;
      return content;
    });
    await this.handle(events, tx);
    await this.inbox.release(tx, key, last.sequence);
    return { handled: events.length, done: false };
  }

  /** Reads the waiting messages that directly follow `sequence`. */
  private readTurn(waiting: readonly WaitingMessage[], sequence: number, countMax: number): SequencedMessage[] {
    const turn: SequencedMessage[] = [];
    for (const one of waiting) {
      if (one.sequence <= sequence) continue;
      if (one.sequence !== sequence + turn.length + 1 || turn.length >= countMax) break;
      const read = readMessage(this.options.topic, one.message);
      if (read) turn.push(read);
    }
    return turn;
  }

  private async mayTry(tx: EntityManager, key: string, occasion: Occasion): Promise<boolean> {
    const failure = await this.inbox.failureOf(tx, key);
    if (!failure || occasion === 'replay') return true;
    if (failure.missing !== undefined && occasion === 'arrival') return true;
    const isDue = failure.retryAt !== undefined && failure.retryAt <= this.options.clock.system();
    return occasion === 'retry' && isDue;
  }

  /**
   * Lets a key wait at a gap. If the gap does not close by itself, the source is asked for the missing event, at
   * increasing intervals.
   */
  private async waitFor(tx: EntityManager, key: string, missing: number, occasion: Occasion): Promise<Step> {
    const { clock } = this.options;
    const before = await this.inbox.failureOf(tx, key);
    const isKnown = before?.missing === missing;
    if (isKnown && occasion === 'arrival') return DONE;
    const isAsked = isKnown || occasion === 'replay';
    const attempts = isAsked ? (isKnown ? before.attempts : 0) + 1 : 0;
    const failedAt = clock.system();
    const retryAt = new Date(failedAt.getTime() + askDelayMs(attempts));
    await this.inbox.fail(tx, key, { cause: `waits for ${missing}`, attempts, failedAt, retryAt, missing });
    this.retries.add(tx);
    return isAsked ? { ...DONE, askFrom: missing } : DONE;
  }

  private async hold(tx: EntityManager, messages: readonly SequencedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.inbox.open(
      tx,
      messages.map(({ key }) => key),
    );
    await this.inbox.hold(tx, messages);
  }

  /**
   * Sets foreign messages aside. They move no progress. The source is asked for the events that they may have
   * displaced.
   */
  private async setAside(strangers: readonly Stranger[]): Promise<void> {
    const { dataSource, clock, consumer, topic, log } = this.options;
    const named = new Set(strangers.flatMap(({ content }) => placeOf(content)?.key ?? []));
    const keys = this.questions.admit([...named]);
    const wanted = await transact(dataSource, async (tx) => {
      await setAside(tx, consumer.name, topic, strangers, clock.system());
      const states = await this.inbox.lock(tx, keys);
      return keys.map((key) => ({ key, from: (states.get(key)?.sequence ?? 0) + 1 }));
    });
    const reasons = [...new Set(strangers.map(({ foreign }) => foreign))];
    log.warn({ consumer: consumer.name, topic, count: strangers.length, reasons }, 'foreign messages are set aside');
    this.questions.ask(wanted);
  }

  /** Stores a failed message with its cause. Later messages of its key wait behind it. */
  private async fail(key: string, error: unknown, message?: SequencedMessage): Promise<void> {
    await this.transact(async (tx) => {
      await this.inbox.open(tx, [key]);
      const state = (await this.inbox.lock(tx, [key])).get(key);
      if (message && state && state.sequence >= message.sequence) return;
      if (message) await this.inbox.hold(tx, [message]);
      await this.writeFailure(tx, key, error, attemptsOf(await this.inbox.failureOf(tx, key)) + 1);
    });
  }

  private async writeFailure(tx: EntityManager, key: string, error: unknown, attempts: number): Promise<void> {
    const { clock, consumer, topic, log } = this.options;
    const failedAt = clock.system();
    const delayMs = retryDelayMs(error, attempts) ?? (await this.delayOfSkipped(tx, key));
    const retryAt = delayMs === undefined ? undefined : new Date(failedAt.getTime() + delayMs);
    const cause = causeOf(error);
    await this.inbox.fail(tx, key, { cause, attempts, failedAt, retryAt, missing: undefined });
    const fields = { consumer: consumer.name, topic, key, attempts, cause };
    if (retryAt) {
      log.warn({ ...fields, retryAt }, 'an event failed and is tried again');
      this.retries.add(tx);
    } else {
      log.error(fields, 'an event failed and its key is parked');
    }
  }

  /**
   * The delay after which a message is skipped again that an operator has skipped before, which happens in a rebuild.
   * @returns undefined for all other messages
   */
  private async delayOfSkipped(tx: EntityManager, key: string): Promise<number | undefined> {
    const sequence = (await this.inbox.lock(tx, [key])).get(key)?.sequence ?? 0;
    return (await this.inbox.isSkipped(tx, key, sequence + 1)) ? 0 : undefined;
  }
}

/** How often an event failed. A key that only waits at a gap has not failed yet. */
const attemptsOf = (failure: InboxFailure | undefined): number =>
  failure && failure.missing === undefined ? failure.attempts : 0;
