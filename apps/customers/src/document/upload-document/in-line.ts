interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** For each caller only a few pieces of work run at a time; the others wait, first come, first served. */
export class InLine {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnceMax: number) {}

  /** Resolves or rejects as `work` does. */
  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(caller) ?? { running: 0, waiting: [] };
    this.lines.set(caller, line);
    if (line.running < this.atOnceMax) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.leave(caller, line);
    }
  }

  /** The place goes to the next in line. */
  private leave(caller: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.lines.delete(caller);
  }
}
