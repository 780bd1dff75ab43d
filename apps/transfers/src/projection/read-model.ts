import { DomainError } from '@halyard/core';
import type { EventStore, Position } from '@halyard/event-store';
import type { UntakenEvent } from '@halyard/messaging';
import { Batcher } from '@halyard/persistence';
import { type Checkpoint, type Checkpoints, START } from './checkpoints.js';
import type { Projection } from './projection.js';

/** How often a waiting reader checks how far another process has moved the read model. */
const POLL_MS = 10;
const LOOKS_AT_ONCE_MAX = 10_000;

export interface Mover {
  /** Tells the mover that a reader waits for the events up to a position. */
  hurry(position: Position): void;
  /** Tells the mover that another process changed the stored checkpoint. */
  beginAgain(): void;
  /** Number of events still to process; undefined unless the read model has stopped at one. */
  readonly eventsBehind: number | undefined;
}

/** A read model as its readers see it, in the process that moves it and in all others. */
export class ReadModel {
  /** The position to which this process moved it; meaningless while another one moves it. */
  checkpoint: Checkpoint = START;
  private mover: Mover | undefined;
  private readonly waiting = new Set<() => void>();
  /** Reads the stored checkpoint. Callers at the same time share one query. */
  private readonly looks: Batcher<undefined, Checkpoint>;

  constructor(
    readonly projection: Projection,
    checkpoints: Checkpoints,
    private readonly store: EventStore,
  ) {
    this.looks = new Batcher(
      async (asked) => {
        const checkpoint = await checkpoints.load(this.name);
        return asked.map(() => checkpoint);
      },
      { sizeMax: LOOKS_AT_ONCE_MAX, gathers: false },
    );
  }

  get name(): string {
    return this.projection.name;
  }

  get sources(): readonly string[] {
    return this.projection.streamPrefixes;
  }

  /** @param mover undefined if this process no longer moves the read model */
  moveBy(mover: Mover | undefined): void {
    this.mover = mover;
    this.moved(START);
  }

  moved(checkpoint: Checkpoint): void {
    this.checkpoint = checkpoint;
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }

  /**
   * Waits until the read model includes everything up to a position, whichever process moves it.
   *
   * @returns how often the read model's tables had been replaced before
   * @throws DomainError ServiceUnavailable if that takes longer than `timeoutMs`, or it stopped at an event
   */
  async reach(position: Position, timeoutMs: number): Promise<number> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const reached = this.mover ? this.checkpoint : await this.loadStored();
      if (reached.position >= position) return reached.rebuilt;
      if (reached.stoppedAt) throw new DomainError('ServiceUnavailable', stopOf(this.name, reached.stoppedAt));
      if (performance.now() > deadline) throw new DomainError('ServiceUnavailable');
      this.mover?.hurry(position);
      await this.movedOr(POLL_MS);
    }
  }

  /** Waits until this process has moved the read model beyond a position, or no longer moves it. */
  async beyond(position: Position): Promise<void> {
    while (this.mover && this.checkpoint.position <= position) await this.change();
  }

  /** Waits until the checkpoint in this process changes. */
  change(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  /**
   * Reads from the read model once it includes everything up to a position. Repeats the read if the read model's tables
   * were replaced meanwhile.
   *
   * @throws DomainError ServiceUnavailable if reaching the position takes longer than `timeoutMs`
   */
  async read<Answer>(position: Position, timeoutMs: number, query: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const rebuilt = await this.reach(position, timeoutMs);
      const answer = await query();
      const stored = await this.loadStored();
      this.compare(stored);
      if (stored.rebuilt === rebuilt) return answer;
    }
  }

  /** The event at which this process has stopped, and the number of events still to process. */
  get stopped(): { readonly at: UntakenEvent; readonly eventsBehind: number } | undefined {
    const { stoppedAt: at } = this.checkpoint;
    const eventsBehind = this.mover?.eventsBehind;
    return at && eventsBehind !== undefined ? { at, eventsBehind } : undefined;
  }

  /**
   * How far the read model is behind, in positions of the global order: events in our own stores, bytes in
   * EventStoreDB.
   */
  async lag(): Promise<number> {
    const { position } = await this.loadStored();
    const behind = (await this.store.head()) - position;
    return Math.max(0, Number(behind));
  }

  async stoppedAt(): Promise<UntakenEvent | undefined> {
    return (await this.loadStored()).stoppedAt;
  }

  /** Lets this process load the stored checkpoint again, if it moves the read model. */
  beginAgain(): void {
    this.mover?.beginAgain();
  }

  /** Begins again if the stored checkpoint says that the read model's tables were replaced. */
  compare(stored: Checkpoint): void {
    if (stored.rebuilt !== this.checkpoint.rebuilt) this.mover?.beginAgain();
  }

  /** In a process that does not move the read model nobody wakes waiters, so each wait removes itself. */
  private async movedOr(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    this.waiting.add(resolve);
    await promise;
    this.waiting.delete(resolve);
    clearTimeout(timer);
  }

  private loadStored(): Promise<Checkpoint> {
    return this.looks.add(undefined);
  }
}

const stopOf = (model: string, { stream, revision, id, type }: UntakenEvent) => ({
  message: `The read model ${model} stopped at event ${id} (${type}), revision ${revision} of ${stream}.`,
});
