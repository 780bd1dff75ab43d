interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Work of which only a few pieces run at a time for each application; the others wait, first come first served. */
export class InLine {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnceMax: number) {}

  /** Resolves or rejects as `work` does. */
  async run<Result>(applicationId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(applicationId) ?? { running: 0, waiting: [] };
    this.lines.set(applicationId, line);
    if (line.running < this.atOnceMax) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.leave(applicationId, line);
    }
  }

  /** The place goes to the next in line. */
  private leave(applicationId: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.lines.delete(applicationId);
  }
}
