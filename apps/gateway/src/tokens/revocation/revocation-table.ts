const SLOTS_MIN = 1_024;
const WORDS = 4;

/** The name of a revocable thing, in 128 bits. */
export type Name = readonly [number, number, number, number];

/**
 * Revoked names in little memory: a million take 59 MB. It is an open-addressing hash table, at most half full; names
 * are random already. Expired entries are dropped whenever the table is rebuilt, in another size or the same.
 */
export class RevocationTable {
  private slots = SLOTS_MIN;
  private names = new Uint32Array(WORDS * SLOTS_MIN);
  private beforeMs = new Float64Array(SLOTS_MIN);
  /** In seconds; 0 for a free slot. */
  private until = new Uint32Array(SLOTS_MIN);
  private count = 0;

  constructor(private readonly sizeMax: number) {}

  get size(): number {
    return this.count;
  }

  /** @returns false if the table has no room for it */
  put(name: Name, beforeMs: number, untilMs: number, nowMs: number): boolean {
    let slot = this.slotOf(name);
    if (this.until[slot] === 0) {
      if (this.count >= this.sizeMax) return false;
      if (2 * (this.count + 1) > this.slots) {
        this.remake(nowMs);
        slot = this.slotOf(name);
      }
      this.count += 1;
      this.names.set(name, WORDS * slot);
    }
    this.beforeMs[slot] = beforeMs;
    this.until[slot] = Math.max(1, Math.ceil(untilMs / 1_000));
    return true;
  }

  /** Tokens with the name that were issued before this time have ended: Infinity for all of them, 0 for none. */
  beforeOf(name: Name): number {
    const slot = this.slotOf(name);
    return this.until[slot] === 0 ? 0 : (this.beforeMs[slot] ?? 0);
  }

  remake(nowMs: number): void {
    const now = Math.floor(nowMs / 1_000);
    const { slots, names, beforeMs, until } = this;
    const kept = until.reduce((sum, end) => (end > now ? sum + 1 : sum), 0);
    this.slots = Math.max(SLOTS_MIN, 2 ** Math.ceil(Math.log2(2 * Math.min(this.sizeMax, 2 * kept + 1))));
    this.names = new Uint32Array(WORDS * this.slots);
    this.beforeMs = new Float64Array(this.slots);
    this.until = new Uint32Array(this.slots);
    this.count = kept;
    for (let slot = 0; slot < slots; slot += 1) {
      const end = until[slot] ?? 0;
      if (end <= now) continue;
      const name = names.subarray(WORDS * slot, WORDS * (slot + 1));
      const free = this.slotOf([name[0] ?? 0, name[1] ?? 0, name[2] ?? 0, name[3] ?? 0]);
      this.names.set(name, WORDS * free);
      this.beforeMs[free] = beforeMs[slot] ?? 0;
      this.until[free] = end;
    }
  }

  /** The slot of the name, or the free slot that the name would get. */
  private slotOf(name: Name): number {
    const mask = this.slots - 1;
    // The last word is random in every kind of UUID.
    let slot = name[3] & mask;
    while (this.until[slot] !== 0 && !this.has(slot, name)) slot = (slot + 1) & mask;
    return slot;
  }

  private has(slot: number, name: Name): boolean {
    const at = WORDS * slot;
    const { names } = this;
    return names[at] === name[0] && names[at + 1] === name[1] && names[at + 2] === name[2] && names[at + 3] === name[3];
  }
}
