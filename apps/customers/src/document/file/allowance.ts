import { turnEnd } from '@halyard/core';
import { UnreadableFile } from './format-check.js';

const KIB = 1_024;
const MIB = KIB * KIB;
/** For each byte received, and for any file: a page of 300 dots per inch in color is not too much. */
const PER_BYTE = 24;
const AT_LEAST = 24 * MIB;
const RESERVED = 8 * MIB;
/** A turn of the event loop takes a few milliseconds for as much as this. */
const PER_TURN = MIB;

/**
 * The work that the check of one file may do, in bytes that it unpacks. It follows from the size of the received file,
 * not from the size that the file would unpack to. Other work counts as the bytes that could be unpacked in the same
 * time (ADR 69).
 */
export class WorkAllowance {
  private unspentThisTurn = PER_TURN;

  constructor(private left = AT_LEAST) {}

  /** More of the file has come. */
  grant(bytes: number): void {
    this.left += PER_BYTE * bytes;
  }

  /** @throws UnreadableFile when it is not enough */
  spend(bytes: number): void {
    this.left -= bytes;
    this.unspentThisTurn -= bytes;
    if (this.left < 0) throw new UnreadableFile('File invalid: it holds far more than its size says.');
  }

  /** For work that need not be done: spends the bytes and answers true, or leaves what is there to other work. */
  spendSpare(bytes: number): boolean {
    if (this.left - bytes < RESERVED) return false;
    this.spend(bytes);
    return true;
  }

  /** Lets others have the event loop, once enough has been done in this turn. */
  async turn(): Promise<void> {
    if (this.unspentThisTurn > 0) return;
    await turnEnd();
    this.unspentThisTurn = PER_TURN;
  }
}
