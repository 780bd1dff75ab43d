import type { Decider } from '@halyard/core';
import type { Chain } from '../chain.js';
import type { AppendResult, EventMetadata, ExpectedRevision, NewEvent, Submission } from '../event-store.js';
import type { DueSnapshot, LoadedStream, StreamLoader } from './stream-loader.js';
import { eventCount } from './stream-loader.js';

/** An event as a decider returns it: a type and JSON data. */
export interface StreamEvent {
  readonly type: string;
  readonly data: unknown;
}

interface Decision<Command, Event> {
  readonly command: Command;
  readonly chain: Chain;
  readonly eventId: (event: Event, index: number) => string;
  readonly metadata?: EventMetadata;
}

interface CommandRequest<Command, Event> extends Decision<Command, Event> {
  readonly resolve: (events: readonly Event[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface WaitingRead<State> {
  readonly show: (state: State, revision: ExpectedRevision) => void;
  readonly reject: (error: unknown) => void;
}

interface SpeculativeStreamOptions<State, Command, Event> {
  readonly decider: Decider<State, Command, Event>;
  readonly loader: StreamLoader<State, Event>;
  /** Called when nothing is in flight and nobody waits. `loaded` is committed state, which may stay in memory. */
  readonly onIdle: (loaded: LoadedStream<State> | undefined) => void;
}

interface Verdict<Event> {
  /** The new events. Empty for a refusal, or if there is nothing to do. */
  readonly events: readonly Event[];
  /** `events` in the form in which the store takes them, with ids. */
  readonly named: readonly NewEvent[];
  readonly refusal?: unknown;
}

/**
 * One stream, in the state that it will have once everything appended to it is committed. A command is decided on that
 * state at once; its caller learns from the chain whether the decision held.
 *
 * Memory may be stale. So a command that gives no events (a refusal, or nothing to do) is decided again on the stored
 * state, which is read after the command came. Only appends of the same round can then come before it, and its chain
 * rests on these.
 *
 * If an append fails, the state is thrown away, because everything behind the append has failed as well. A chain that
 * has failed gets no more decisions. Otherwise it would make the chains behind it fail, and they would in turn make it
 * fail when it is decided again, without end.
 */
export class SpeculativeStream<State, Command, Event extends StreamEvent> {
  private commands: CommandRequest<Command, Event>[] = [];
  private reads: WaitingRead<State>[] = [];
  /** How many appends are in flight. The state rests on `last`, the newest of them. */
  private inFlight = 0;
  private last: Submission | undefined;
  private refreshing: Promise<void> | undefined;
  private onSettled: (() => void) | undefined;
  private ending: PromiseWithResolvers<void> | undefined;

  constructor(
    private readonly name: string,
    private loaded: LoadedStream<State> | undefined,
    private readonly options: SpeculativeStreamOptions<State, Command, Event>,
  ) {}

  /**
   * Decides a command in memory, if that suffices. @returns the appended events; undefined if `execute` has to read the
   * stream first
   * @throws the failure of a chain that has failed
   */
  decideAtOnce(decision: Decision<Command, Event>): readonly Event[] | undefined {
    const { loaded } = this;
    const { failure } = decision.chain;
    if (failure) {
      this.endIfIdle();
      throw failure;
    }
    if (this.refreshing || !loaded) return undefined;
    const { events, named } = this.verdict(decision, loaded.state);
    if (events.length === 0) return undefined;
    this.append(decision.chain, events, named, loaded);
    return events;
  }

  execute(request: CommandRequest<Command, Event>): void {
    this.commands.push(request);
    this.refreshing ??= this.refresh();
  }

  read(request: WaitingRead<State>): void {
    this.reads.push(request);
    this.refreshing ??= this.refresh();
  }

  /** Resolves once the stream is idle. Call it only while the stream is busy. */
  idle(): Promise<void> {
    this.ending ??= Promise.withResolvers();
    return this.ending.promise;
  }

  /** Works in rounds until nobody waits. Each round reads the stream once, for all that wait at that time. */
  private async refresh(): Promise<void> {
    while (this.commands.length + this.reads.length > 0) {
      await this.settled();
      const { commands, reads } = this;
      this.commands = [];
      this.reads = [];
      const loaded = await this.current([...commands, ...reads]);
      if (!loaded) continue;
      for (const { show } of reads) show(loaded.state, loaded.revision);
      this.decideAll(commands, loaded);
    }
    this.refreshing = undefined;
    this.endIfIdle();
  }

  /**
   * Decides the commands for which the store was read. Commands that came later are decided only if they have something
   * to append.
   */
  private decideAll(asked: readonly CommandRequest<Command, Event>[], loaded: LoadedStream<State>): void {
    const current = new Set(asked);
    const all = [...asked, ...this.commands].sort((one, other) => one.chain.rank - other.chain.rank);
    this.commands = all.filter((request) => !this.decide(request, loaded, current.has(request)));
  }

  /** Reads the stored state. If the store can't be asked, rejects all that wait, and gives undefined. */
  private async current(
    waiting: readonly { readonly reject: (error: unknown) => void }[],
  ): Promise<LoadedStream<State> | undefined> {
    const { loader } = this.options;
    try {
      if (this.loaded) await loader.catchUp(this.name, this.loaded);
      else this.loaded = await loader.load(this.name);
      return this.loaded;
    } catch (error) {
      this.loaded = undefined;
      for (const { reject } of waiting) reject(error);
      return undefined;
    }
  }

  /** Decides a command on the loaded state. @returns false if the stored state has to be read first */
  private decide(request: CommandRequest<Command, Event>, loaded: LoadedStream<State>, isCurrent: boolean): boolean {
    const { failure } = request.chain;
    if (failure) {
      request.reject(failure);
      return true;
    }
    const { events, named, refusal } = this.verdict(request, loaded.state);
    if (events.length > 0) {
      this.append(request.chain, events, named, loaded);
      request.resolve(events);
      return true;
    }
    if (!isCurrent) return false;
    if (this.last) request.chain.restOn(this.last);
    if (refusal === undefined) request.resolve([]);
    else request.reject(refusal);
    return true;
  }

  private verdict({ command, eventId, metadata }: Decision<Command, Event>, state: State): Verdict<Event> {
    try {
      const events = this.options.decider.decide(command, state);
      const named = events.map((event, index) => {
        const { type, data } = event;
        return { id: eventId(event, index), type, data, metadata };
      });
      return { events, named };
    } catch (error) {
      return { events: [], named: [], refusal: error };
    }
  }

  private append(
    chain: Chain,
    events: readonly Event[],
    named: readonly NewEvent[],
    loaded: LoadedStream<State>,
  ): void {
    const { decider, loader } = this.options;
    const submission = chain.append({ stream: this.name, expected: loaded.revision, events: named }, this.last);
    for (const event of events) loaded.state = decider.evolve(loaded.state, event);
    loaded.revision = eventCount(loaded.revision) + events.length - 1;
    const snapshot = loader.takeIfDue(loaded);
    this.inFlight += 1;
    this.last = submission;
    submission.whenKnown((outcome) =>
      outcome instanceof Error ? this.fail(submission) : this.succeed(submission, outcome, snapshot),
    );
  }

  private succeed(submission: Submission, { position }: AppendResult, snapshot: DueSnapshot | undefined): void {
    if (snapshot) this.options.loader.save(this.name, { ...snapshot, position });
    this.settle(submission);
  }

  /**
   * Throws away the state that the failed append was made on. While appends are in flight nothing is loaded, so it is
   * that state.
   */
  private fail(submission: Submission): void {
    this.loaded = undefined;
    this.settle(submission);
  }

  private settle(submission: Submission): void {
    this.inFlight -= 1;
    if (this.last === submission) this.last = undefined;
    if (this.inFlight > 0) return;
    this.onSettled?.();
    this.endIfIdle();
  }

  private async settled(): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.onSettled = resolve));
    this.onSettled = undefined;
  }

  private endIfIdle(): void {
    if (this.inFlight > 0 || this.refreshing) return;
    this.options.onIdle(this.loaded);
    this.ending?.resolve();
  }
}
