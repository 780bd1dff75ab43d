import { DomainError } from '@halyard/core';

export interface FewAtATimeOptions {
  readonly runningMax: number;
  /** What comes beyond them is refused. */
  readonly waitingMax: number;
}

/** Runs a few pieces of work at a time; the others wait, first come first served. */
export class FewAtATime {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: FewAtATimeOptions) {}

  /** @throws DomainError ServiceUnavailable when too many wait; whatever `work` throws */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { runningMax, waitingMax } = this.options;
    if (this.running < runningMax) this.running += 1;
    else if (this.waiting.length < waitingMax) await new Promise<void>((begin) => this.waiting.push(begin));
    else throw new DomainError('ServiceUnavailable');
    try {
      return await work();
    } finally {
      // The place goes to the next that waits.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
