/** Pseudo-random numbers from a seed (mulberry32). */
export class Random {
  /** Avoids an allocation for each number beyond 31 bits. */
  private readonly state = new Uint32Array(1);

  constructor(seed: number) {
    this.state[0] = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** From 0 inclusive to `below` exclusive. */
  int(below: number): number {
    const state = ((this.state[0] ?? 0) + 0x6d2b79f5) | 0;
    this.state[0] = state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  chance(perCent: number): boolean {
    return this.int(100) < perCent;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let left = this.int(names.reduce((sum, name) => sum + weights[name], 0));
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new Error('there is nothing to pick from');
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(this.int(left.length), 1)).flat();
  }
}
