import type { WorkAllowance } from '../allowance.js';
import { type FormatCheck, UnreadableFile } from '../format-check.js';
import { isEncrypted, isUncheckable } from './pdf-names.js';
import { Unpacking } from './unpacking.js';

/** The end marker is searched for in the last bytes, as readers do (ISO 32000-1, annex H.3). */
const END_WITHIN = 1_024;
/** Longer than any word that is searched for. */
const OVERLAP = 64;
/** Readers are lenient about the bytes after the keyword; packed data begins after any white space. */
const STREAM = /(?<!end)stream[\0\t\n\f\r ]/g;
/** To look at the beginning of a stream. */
const LOOK_COST = 8 * 1_024;
/** Streams do not overlap; the beginnings of a few may still be too short to judge. */
const OPEN_MAX = 8;

/**
 * Checks the streams of a PDF (ISO 32000-1, 7.3.8), which is where zip bombs are: packed data is unpacked, counted and
 * dropped. Every place where a reader may see a stream counts as one, whatever contains it, and its data ends where its
 * packing does: neither dictionaries nor `endstream` are trusted. Nothing else is interpreted, except that what is
 * encrypted, or packed in a way that cannot be checked, is refused.
 */
export class PdfCheck implements FormatCheck {
  private text = '';
  private tail = '';
  private open: Unpacking[] = [];

  constructor(private readonly allowance: WorkAllowance) {}

  async take(chunk: Buffer): Promise<void> {
    const latin1 = chunk.toString('latin1');
    this.tail = (this.tail + latin1).slice(-END_WITHIN);
    for (const unpacking of this.open) await unpacking.take(chunk);
    const held = this.text.length;
    this.text += latin1;
    this.requireCheckable();
    let seen = 0;
    for (const { index, 0: keyword } of this.text.matchAll(STREAM)) {
      seen = index + keyword.length;
      await this.begin(chunk.subarray(seen - held));
    }
    this.open = this.open.filter(({ isOver }) => !isOver);
    if (this.open.length > OPEN_MAX) throw new UnreadableFile('File invalid: its streams overlap.');
    this.text = this.text.slice(Math.max(seen, this.text.length - OVERLAP));
  }

  async end(): Promise<void> {
    for (const unpacking of this.open) await unpacking.end();
    if (!this.tail.includes('%%EOF')) throw new UnreadableFile('File invalid: it begins as a PDF and is cut off.');
  }

  private async begin(data: Buffer): Promise<void> {
    this.allowance.spend(LOOK_COST);
    const unpacking = new Unpacking(this.allowance);
    await unpacking.take(data);
    if (!unpacking.isOver) this.open.push(unpacking);
    await this.allowance.turn();
  }

  private requireCheckable(): void {
    if (isEncrypted(this.text)) throw new UnreadableFile('File invalid: the PDF is encrypted.');
    if (isUncheckable(this.text)) {
      throw new UnreadableFile('File invalid: the PDF holds LZW or run-length data, which cannot be checked.');
    }
  }
}
