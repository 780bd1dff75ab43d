import type { WorkAllowance } from '../allowance.js';
import { type FormatCheck, UnreadableFile } from '../format-check.js';
import { isEncrypted, isUncheckable } from './pdf-names.js';
import { Unpacker } from './unpacking.js';

/** Readers search for the end marker in the last bytes (ISO 32000-1, annex H.3). */
const END_WITHIN = 1_024;
/** Longer than any searched word. */
const OVERLAP = 64;
/** Readers are lenient about the bytes after the keyword; packed data begins after any white space. */
const STREAM = /(?<!end)stream[\0\t\n\f\r ]/g;
const LOOK_COST = 8 * 1_024;
/** Several streams may be open at once, as long as their beginnings are too short to judge. */
const OPEN_MAX = 8;

/**
 * Checks the streams of a PDF (ISO 32000-1, 7.3.8), where zip bombs are: unpacks packed data, counts it and drops it.
 * Every place where a reader may see a stream counts as one, whatever contains it. Its data ends where its packing
 * does: neither dictionaries nor `endstream` are trusted. Encrypted data, and data packed in a way that cannot be
 * checked, is refused. Nothing else is interpreted.
 */
export class PdfCheck implements FormatCheck {
  private text = '';
  private tail = '';
  private open: Unpacker[] = [];

  constructor(private readonly allowance: WorkAllowance) {}

  async write(chunk: Buffer): Promise<void> {
    const latin1 = chunk.toString('latin1');
    this.tail = (this.tail + latin1).slice(-END_WITHIN);
    for (const unpacking of this.open) await unpacking.write(chunk);
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
    const unpacking = new Unpacker(this.allowance);
    await unpacking.write(data);
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
