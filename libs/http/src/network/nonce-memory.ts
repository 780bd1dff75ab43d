/**
 * Remembers nonces for at least `keepMs`, and at most twice as long. It has two generations and drops the older one as
 * a whole, so its work does not grow with the number of nonces.
 */
export class NonceMemory {
  private younger = new Set<string>();
  private older = new Set<string>();
  private turnAtMs = 0;

  constructor(private readonly keepMs: number) {}

  /** @returns false if the nonce is known already */
  add(nonce: string, nowMs: number): boolean {
    if (nowMs >= this.turnAtMs) {
      const bothAreOld = nowMs >= this.turnAtMs + this.keepMs;
      this.older = bothAreOld ? new Set() : this.younger;
      this.younger = new Set();
      this.turnAtMs = nowMs + this.keepMs;
    }
    if (this.younger.has(nonce) || this.older.has(nonce)) return false;
    this.younger.add(nonce);
    return true;
  }
}
