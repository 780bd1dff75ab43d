import type { Scheduler } from '@halyard/core';
import type { Random } from './random.js';

/** The lifetime of an actor. Once it is over, the actor does nothing more. */
export interface Life {
  isOver: boolean;
}

interface WaitingLife {
  readonly life: Life;
  readonly go: () => void;
}

/** More than any program takes: beyond this it is in an endless loop. */
const STEPS_MAX = 60_000;

/**
 * Runs concurrent actors one step at a time, in an order that the seed decides. An actor that waits for a turn or a
 * time goes on when it is told to, and all others stand still meanwhile.
 */
export class Schedule {
  /** Milliseconds since the beginning. They pass only if nothing else can happen. */
  nowMs = 0;
  private steps = 0;
  private ready: WaitingLife[] = [];
  private readonly sleeping = new Map<WaitingLife, number>();

  constructor(private readonly random: Random) {}

  /** Resolves at some later step; never if the life is over by then. */
  turn(life: Life): Promise<void> {
    return new Promise((go) => this.ready.push({ life, go }));
  }

  /** Over after this many milliseconds, or when it is woken. */
  sleep(life: Life, ms: number): { readonly over: Promise<void>; readonly wake: () => void } {
    const { promise: over, resolve: go } = Promise.withResolvers<void>();
    const waiting: WaitingLife = { life, go };
    this.sleeping.set(waiting, this.nowMs + ms);
    const wake = (): void => {
      if (this.sleeping.delete(waiting)) this.ready.push(waiting);
    };
    return { over, wake };
  }

  schedulerOf = (life: Life): Scheduler => ({
    after: (ms, job) => {
      let isOff = false;
      const { over, wake } = this.sleep(life, ms);
      void over.then(() => isOff || job());
      return () => {
        isOff = true;
        wake();
      };
    },
  });

  /** Runs until the condition holds while nobody can act without time passing, or for `forMs` milliseconds. */
  async runUntil(holds: () => boolean, forMs: number): Promise<boolean> {
    const end = this.nowMs + forMs;
    for (;;) {
      await everythingToWait();
      if (this.step()) continue;
      if (holds()) return true;
      if (!this.passTime(end)) return false;
    }
  }

  private step(): boolean {
    this.steps += 1;
    if (this.steps > STEPS_MAX) throw new Error('the simulation does not come to rest');
    while (this.ready.length > 0) {
      const at = this.random.int(this.ready.length);
      const [last] = this.ready.splice(-1);
      const chosen = at === this.ready.length ? last : this.ready[at];
      if (!last || !chosen) break;
      if (chosen !== last) this.ready[at] = last;
      if (chosen.life.isOver) continue;
      chosen.go();
      return true;
    }
    return false;
  }

  private passTime(end: number): boolean {
    let next = Number.POSITIVE_INFINITY;
    for (const [waiting, at] of this.sleeping) {
      if (waiting.life.isOver) this.sleeping.delete(waiting);
      else if (at < next) next = at;
    }
    if (next > end) return false;
    this.nowMs = next;
    for (const [waiting, at] of this.sleeping) {
      if (at > next) continue;
      this.sleeping.delete(waiting);
      this.ready.push(waiting);
    }
    return true;
  }
}

/** Resolves once no promise can make another one continue: a tick comes when none is left to be told. */
const everythingToWait = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
