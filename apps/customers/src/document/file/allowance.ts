import { turnEnd } from '@halyard/core';
import { UnreadableFile } from './format-check.js';

const KIB = 1_024;
const MIB = KIB * KIB;
/** How many bytes of work each received byte allows. It is enough for a page of 300 dots per inch in color. */
const PER_BYTE = 24;
const AT_LEAST = 24 * MIB;
const RESERVED = 8 * MIB;
/** The event loop handles this much in a turn of a few milliseconds. */
const PER_TURN = MIB;

/**
 * The work for checking one file, in bytes that it unpacks. It follows from the received file's size, not from the size
 * that the file would unpack to. Other work counts as the bytes that could be unpacked in that time (ADR 69).
 */
export class WorkAllowance {
  private unspentThisTurn = PER_TURN;

  constructor(private left = AT_LEAST) {}

  grant(bytes: number): void {
    this.left += PER_BYTE * bytes;
  }

  /** @throws UnreadableFile if not enough is left */
  spend(bytes: number): void {
    this.left -= bytes;
    this.unspentThisTurn -= bytes;
    if (this.left < 0) throw new UnreadableFile('File invalid: it holds far more than its size says.');
  }

  /**
   * Spends the bytes on unnecessary work, unless too few would be left for other work. @returns whether they were spent
   */
  spendSpare(bytes: number): boolean {
    if (this.left - bytes < RESERVED) return false;
    this.spend(bytes);
    return true;
  }

  /** Gives way to other work once enough was done in this turn. */
  async turn(): Promise<void> {
    if (this.unspentThisTurn > 0) return;
    await turnEnd();
    this.unspentThisTurn = PER_TURN;
  }
}
