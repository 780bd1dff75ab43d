/** Versions of the behaviour, from the first to the last that a step of a bank may have known. */
export interface KnownVersions {
  readonly first: number;
  readonly last: number;
}

/** Which behaviours may be in force for what is under way. */
export class BehaviorsInForce {
  private readonly begun = new Map<string, number>();

  constructor(private readonly current: () => number) {}

  /** Something reads the behaviour from now on. @returns what to call when it has ended */
  begin(name: string): () => void {
    if (!this.begun.has(name)) this.begun.set(name, this.current());
    return () => this.begun.delete(name);
  }

  now(): KnownVersions {
    const last = this.current();
    return { first: Math.min(last, ...this.begun.values()), last };
  }
}
