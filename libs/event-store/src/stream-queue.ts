import type { Decider } from '@halyard/core';
import { deriveId, DomainError } from '@halyard/core';
import type { EventStore, ExpectedRevision, NewEvent, Position } from './event-store.js';
import { EventStoreUnavailable, PredecessorLost, WrongExpectedRevision } from './event-store.js';
import type { LoadedStream, StreamLoader } from './stream-loader.js';
import { eventCount } from './stream-loader.js';
import { turnEnd } from './turn-end.js';

/** What a stream's decider returns: an event's type and its JSON data. */
export interface StreamEvent {
  readonly type: string;
  readonly data: unknown;
}

export interface StreamOperation {
  /** Unique per command and stream; the same again makes the same event ids. */
  readonly operationId: string;
  readonly traceparent?: string;
  /** The stream is known not to be there yet: it is not read first. Wrong, it costs a lost race and no more. */
  readonly isNew?: boolean;
}

/** Tells the caller what became of its command. */
type Answer = (revision: ExpectedRevision, position: Position) => void;

export interface CommandRequest<State, Command, Event> extends StreamOperation {
  readonly command: Command;
  /** Takes from the state what the answer needs, as long as the state stands so; the result gives the answer out. */
  readonly prepare: (state: State, events: readonly Event[]) => Answer;
  readonly reject: (error: unknown) => void;
}

export interface ReadRequest<State> {
  readonly show: (state: State, revision: ExpectedRevision) => void;
  readonly reject: (error: unknown) => void;
}

export interface StreamQueueOptions<State, Command, Event> {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  readonly loader: StreamLoader<State, Event>;
  /** The queue has run empty; what it has loaded may be kept for the next. */
  readonly onIdle: (loaded: LoadedStream<State> | undefined) => void;
}

interface Waiting<State, Command, Event> {
  readonly request: CommandRequest<State, Command, Event>;
  readonly lostRaces: number;
}

interface Verdict<Event> {
  /** None for a refusal, and where there is nothing to do. */
  readonly events: readonly Event[];
  readonly refusal?: unknown;
  /** The decider itself failed: no state could make the command right. */
  readonly broken?: boolean;
}

/** Bounds one append. */
const TURN_COMMANDS_MAX = 500;
/** Another process won so often in a row: give the caller an answer. */
const LOST_RACES_MAX = 100;

/** The id of the event that an operation makes at an index in a stream. */
export const eventId = (operationId: string, stream: string, index: number): string =>
  deriveId(operationId, stream, String(index));

/**
 * One stream's commands, in turns: what gathers while a turn is under way is decided in the next, each command on the
 * state that the earlier ones made, and all their events go into one append.
 *
 * A command is answered by one of two proofs. Its events were committed; or, where it made none (a refusal, or nothing
 * to do), it was decided on state that was read from the store after the command had come, with nothing uncommitted in
 * front of it. A committed append in the same turn is no such proof: it may be the repeat of an old one.
 */
export class StreamQueue<State, Command, Event extends StreamEvent> {
  private commands: Waiting<State, Command, Event>[] = [];
  private reads: ReadRequest<State>[] = [];
  private mustRead = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly stream: string,
    private loaded: LoadedStream<State> | undefined,
    private readonly options: StreamQueueOptions<State, Command, Event>,
  ) {}

  execute(request: CommandRequest<State, Command, Event>): void {
    this.commands.push({ request, lostRaces: 0 });
    this.running ??= this.run();
  }

  read(request: ReadRequest<State>): void {
    this.reads.push(request);
    this.running ??= this.run();
  }

  async idle(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Callers whom one commit has answered come back within the event loop's turn: they share the next append.
    await turnEnd();
    while (this.commands.length + this.reads.length > 0) {
      await this.turn(this.commands.splice(0, TURN_COMMANDS_MAX), this.reads.splice(0));
      await turnEnd();
    }
    this.running = undefined;
    this.options.onIdle(this.loaded);
  }

  private async turn(commands: Waiting<State, Command, Event>[], reads: readonly ReadRequest<State>[]): Promise<void> {
    let loaded: LoadedStream<State>;
    const isNew = !this.loaded && commands.some(({ request }) => request.isNew);
    const current = this.mustRead || reads.length > 0 || !(this.loaded ?? isNew);
    this.mustRead = false;
    try {
      loaded = await this.load(current);
    } catch (error) {
      this.loaded = undefined;
      for (const { reject } of [...reads, ...commands.map(({ request }) => request)]) reject(error);
      return;
    }
    for (const { show } of reads) show(loaded.state, loaded.revision);
    await this.decideAll(commands, loaded, current);
  }

  private async load(current: boolean): Promise<LoadedStream<State>> {
    const { loader } = this.options;
    if (!this.loaded) this.loaded = current ? await loader.load(this.stream) : loader.blank();
    else if (current) await loader.catchUp(this.stream, this.loaded);
    return this.loaded;
  }

  private async decideAll(
    commands: readonly Waiting<State, Command, Event>[],
    loaded: LoadedStream<State>,
    current: boolean,
  ): Promise<void> {
    const open = new Set(commands);
    const written = new Written<State, Command, Event>(this.stream, eventCount(loaded.revision));
    try {
      for (const waiting of commands) {
        const verdict = this.decide(waiting.request, loaded.state);
        if (verdict.events.length > 0) {
          for (const event of verdict.events) loaded.state = this.options.decider.evolve(loaded.state, event);
          written.add(waiting, verdict.events, loaded.state);
        } else if (verdict.broken || (current && written.isEmpty)) {
          open.delete(waiting);
          conclude(waiting.request, verdict, loaded);
        }
      }
      if (!written.isEmpty) await this.append(written, loaded, open);
    } catch (error) {
      this.giveUp(open, error);
      return;
    }
    if (open.size > 0) this.repeat(open);
  }

  private decide({ command }: CommandRequest<State, Command, Event>, state: State): Verdict<Event> {
    try {
      return { events: this.options.decider.decide(command, state) };
    } catch (error) {
      return { events: [], refusal: error, broken: !(error instanceof DomainError) };
    }
  }

  private async append(
    written: Written<State, Command, Event>,
    loaded: LoadedStream<State>,
    open: Set<Waiting<State, Command, Event>>,
  ): Promise<void> {
    const { store, loader } = this.options;
    const { revision, position } = await store.append({
      stream: this.stream,
      expected: loaded.revision,
      events: written.events,
    });
    loaded.revision = revision;
    loaded.position = position;
    for (const { waiting, answer, last } of written.commands) {
      open.delete(waiting);
      answer(last, position);
    }
    loader.saveIfDue(this.stream, loaded);
  }

  /** What was folded may not be committed: the state is thrown away, and what lost a race is decided again. */
  private giveUp(open: ReadonlySet<Waiting<State, Command, Event>>, error: unknown): void {
    this.loaded = undefined;
    if (!(error instanceof WrongExpectedRevision || error instanceof PredecessorLost)) {
      for (const { request } of open) request.reject(error);
      return;
    }
    const again = [...open].map(({ request, lostRaces }) => ({ request, lostRaces: lostRaces + 1 }));
    for (const { request, lostRaces } of again) {
      if (lostRaces >= LOST_RACES_MAX) request.reject(new EventStoreUnavailable(`${this.stream} is contended`));
    }
    this.repeat(again.filter(({ lostRaces }) => lostRaces < LOST_RACES_MAX));
  }

  private repeat(open: Iterable<Waiting<State, Command, Event>>): void {
    this.commands = [...open, ...this.commands];
    this.mustRead = true;
  }
}

/** What one turn appends, and whom it answers then. */
class Written<State, Command, Event extends StreamEvent> {
  readonly events: NewEvent[] = [];
  readonly commands: { waiting: Waiting<State, Command, Event>; answer: Answer; last: number }[] = [];

  constructor(
    private readonly stream: string,
    private readonly eventsBefore: number,
  ) {}

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  add(waiting: Waiting<State, Command, Event>, events: readonly Event[], state: State): void {
    const { operationId, traceparent, prepare } = waiting.request;
    const metadata = { operationId, traceparent };
    events.forEach(({ type, data }, index) => {
      this.events.push({ id: eventId(operationId, this.stream, index), type, data, metadata });
    });
    const last = this.eventsBefore + this.events.length - 1;
    this.commands.push({ waiting, answer: prepare(state, events), last });
  }
}

function conclude<State, Command, Event>(
  { prepare, reject }: CommandRequest<State, Command, Event>,
  { refusal }: Verdict<Event>,
  { state, revision, position }: LoadedStream<State>,
): void {
  if (refusal === undefined) prepare(state, [])(revision, position);
  else reject(refusal);
}
