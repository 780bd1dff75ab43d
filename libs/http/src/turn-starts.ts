/**
 * Begins at the end of an event loop's turn what came in it, in that order: step by step it runs the same code, which the
 * processor has in its caches then. One after another, each would bring all of it there again (ADR 65).
 */
export class TurnStarts {
  private readonly waiting: (() => void)[] = [];

  /** @param perTurnMax how many begin in one turn; the others begin in the next ones */
  constructor(private readonly perTurnMax: number) {}

  add(begin: () => void): void {
    this.waiting.push(begin);
    if (this.waiting.length === 1) this.atTurnEnd();
  }

  private atTurnEnd(): void {
    setImmediate(() => {
      const begun = this.waiting.slice(0, this.perTurnMax);
      for (const begin of begun) begin();
      this.waiting.splice(0, begun.length);
      if (this.waiting.length > 0) this.atTurnEnd();
    });
  }
}
