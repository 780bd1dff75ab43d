import { DomainError } from '@halyard/core';

export interface FewAtATimeOptions {
  readonly runningMax: number;
  /** Work beyond this is refused. */
  readonly waitingMax: number;
}

/** Runs a few pieces of work at a time, first come, first served. */
export class FewAtATime {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: FewAtATimeOptions) {}

  /** @throws DomainError ServiceUnavailable if too many wait; any error of `work` */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { runningMax, waitingMax } = this.options;
    if (this.running < runningMax) this.running += 1;
    else if (this.waiting.length < waitingMax) await new Promise<void>((begin) => this.waiting.push(begin));
    else throw new DomainError('ServiceUnavailable');
    try {
      return await work();
    } finally {
      // Hands this place to the next in line.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
