import { type FormatCheck, UnreadableFile } from './format-check.js';
import { Inflation, isDeflated } from './inflation.js';

/** How many bytes all compressed data of a PDF may inflate to. */
const INFLATED_BYTES_MAX = 128 * 1024 * 1024;
/** The end marker is searched for in the last bytes, as readers do (ISO 32000-1, annex H.3). */
const END_WITHIN = 1_024;
const LONGEST_WORD = 'endstream'.length + 2;
const STREAM = /stream\r?\n/g;

/**
 * Checks the streams of a PDF (ISO 32000-1, 7.3.8), which is where zip bombs are: compressed data is inflated, counted
 * and dropped. Nothing else is interpreted, except that encrypted files are refused.
 */
export class PdfCheck implements FormatCheck {
  private text = '';
  private tail = '';
  private inflation: Inflation | undefined;
  private isWithinStream = false;
  private readonly budget = { left: INFLATED_BYTES_MAX };

  async take(chunk: Buffer): Promise<void> {
    const latin1 = chunk.toString('latin1');
    this.tail = (this.tail + latin1).slice(-END_WITHIN);
    this.text += latin1;
    while (await (this.isWithinStream ? this.passStream() : this.passObjects()));
  }

  async end(): Promise<void> {
    await this.inflation?.end();
    if (!this.tail.includes('%%EOF')) throw new UnreadableFile('File invalid: it begins as a PDF and is cut off.');
  }

  /** @returns whether to go on */
  private passObjects(): boolean {
    STREAM.lastIndex = 0;
    const found = STREAM.exec(this.text);
    const isBegun = found !== null && this.text.length >= found.index + found[0].length + 2;
    const objects = isBegun ? this.text.slice(0, found.index) : this.text;
    if (objects.includes('/Encrypt')) throw new UnreadableFile('File invalid: the PDF is encrypted.');
    if (!isBegun) {
      // Keeps what may be the beginning of a word or of a stream.
      this.text = found ? this.text.slice(found.index) : this.text.slice(-LONGEST_WORD);
      return false;
    }
    // `endstream` at the end of a line looks like the beginning of a stream, but none follows it.
    this.isWithinStream = !objects.endsWith('end');
    this.text = this.text.slice(found.index + found[0].length);
    const isPacked = this.isWithinStream && isDeflated(Buffer.from(this.text.slice(0, 2), 'latin1'));
    this.inflation = isPacked ? new Inflation(this.budget) : undefined;
    return true;
  }

  private async passStream(): Promise<boolean> {
    const end = this.text.indexOf('endstream');
    const content = end < 0 ? this.text.slice(0, -LONGEST_WORD) : this.text.slice(0, end);
    await this.inflation?.take(Buffer.from(content, 'latin1'));
    this.text = this.text.slice(end < 0 ? content.length : end + 'endstream'.length);
    if (end < 0) return false;
    await this.inflation?.end();
    this.inflation = undefined;
    this.isWithinStream = false;
    return true;
  }
}
