/**
 * Helpers for turns of the event loop. In one turn, a process runs everything that has arrived for it; meanwhile it
 * reads no other request and sends no refusal. Work that arrives together may therefore begin together, which keeps the
 * processor's caches warm (ADR 65). But the work that a batch sets off is limited per turn, so that no caller waits for
 * all the others.
 */

let ending: Promise<void> | undefined;

/**
 * Resolves once the event loop has handled everything that has arrived so far. All that wait in one turn share a
 * promise.
 */
export function turnEnd(): Promise<void> {
  ending ??= new Promise((resolve) =>
    setImmediate(() => {
      ending = undefined;
      resolve();
    }),
  );
  return ending;
}

/** Calls `each` for every item, in order. It begins in this turn, and handles a limited number in each turn. */
export async function spreadOverTurns<Item>(
  items: readonly Item[],
  perTurnMax: number,
  each: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurnMax === 0) await turnEnd();
    each(item, index);
  }
}

/** Lets the work that is added in one turn begin together, at the end of that turn and in the same order. */
export class TurnStarts {
  private readonly waiting: (() => void)[] = [];

  /** @param perTurnMax how many pieces of work begin in one turn; the others begin in the next turns */
  constructor(private readonly perTurnMax: number) {}

  add(begin: () => void): void {
    this.waiting.push(begin);
    if (this.waiting.length === 1) this.beginAtTurnEnd();
  }

  private beginAtTurnEnd(): void {
    setImmediate(() => {
      const begun = this.waiting.slice(0, this.perTurnMax);
      for (const begin of begun) begin();
      this.waiting.splice(0, begun.length);
      if (this.waiting.length > 0) this.beginAtTurnEnd();
    });
  }
}
