import { type FormatCheck, UnreadableFile } from './format-check.js';
import { JpegCheck } from './jpeg-check.js';
import { PdfCheck } from './pdf-check.js';
import { PngCheck } from './png-check.js';

interface Format {
  readonly magic: Buffer;
  readonly check: () => FormatCheck;
}

/** The accepted formats, recognized by their first bytes: the file name and the client's media type prove nothing. */
const formats = {
  'image/jpeg': { magic: Buffer.of(0xff, 0xd8, 0xff), check: () => new JpegCheck() },
  'image/png': { magic: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), check: () => new PngCheck() },
  'application/pdf': { magic: Buffer.from('%PDF-'), check: () => new PdfCheck() },
} as const satisfies Record<string, Format>;
export type FileFormat = keyof typeof formats;

const MAGIC_BYTES = Math.max(...Object.values(formats).map(({ magic }) => magic.length));
const entries = Object.entries(formats) as [FileFormat, Format][];

/** Finds out the format of a file, and checks the file to its end. */
export class FileCheck implements FormatCheck {
  private head = Buffer.of();
  private check: FormatCheck | undefined;
  private found: FileFormat | undefined;

  /** Known after the first few bytes. */
  get format(): FileFormat | undefined {
    return this.found;
  }

  async take(chunk: Buffer): Promise<void> {
    if (this.check) return this.check.take(chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length >= MAGIC_BYTES) await this.begin();
  }

  async end(): Promise<void> {
    if (!this.check) await this.begin();
    await this.check?.end();
  }

  private async begin(): Promise<void> {
    const [format, entry] = entries.find(([, { magic }]) => this.head.subarray(0, magic.length).equals(magic)) ?? [];
    if (!entry) throw new UnreadableFile('File invalid: it is no JPEG, PNG or PDF.');
    this.found = format;
    this.check = entry.check();
    await this.check.take(this.head);
  }
}
