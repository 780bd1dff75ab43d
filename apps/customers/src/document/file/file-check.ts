import { WorkAllowance } from './allowance.js';
import { type FormatCheck, UnreadableFile } from './format-check.js';
import { JpegCheck } from './jpeg-check.js';
import { PdfCheck } from './pdf/pdf-check.js';
import { PngCheck } from './png/png-check.js';

interface Format {
  readonly magic: Buffer;
  readonly check: (allowance: WorkAllowance) => FormatCheck;
}

/** Recognized by their first bytes: the file name and the client's media type prove nothing. */
const formats = {
  'image/jpeg': { magic: Buffer.of(0xff, 0xd8, 0xff), check: (allowance) => new JpegCheck(allowance) },
  'image/png': { magic: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), check: (allowance) => new PngCheck(allowance) },
  'application/pdf': { magic: Buffer.from('%PDF-'), check: (allowance) => new PdfCheck(allowance) },
} as const satisfies Record<string, Format>;
export type FileFormat = keyof typeof formats;

const MAGIC_BYTES = Math.max(...Object.values(formats).map(({ magic }) => magic.length));
const entries = Object.entries(formats) as [FileFormat, Format][];

/** Finds out the format of a file, and checks one of the wanted formats to its end. */
export class FileCheck implements FormatCheck {
  private readonly allowance = new WorkAllowance();
  private head = Buffer.of();
  private check: FormatCheck | undefined;
  private found: FileFormat | undefined;

  constructor(private readonly wanted: readonly FileFormat[]) {}

  /** The format is known after the first few bytes. */
  get format(): FileFormat | undefined {
    return this.found;
  }

  /** Whether the content was examined, and not only its first bytes. */
  get isThorough(): boolean {
    return this.check !== undefined;
  }

  async write(chunk: Buffer): Promise<void> {
    this.allowance.grant(chunk.length);
    if (this.found) return this.check?.write(chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length >= MAGIC_BYTES) await this.begin();
  }

  async end(): Promise<void> {
    if (!this.found) await this.begin();
    await this.check?.end();
  }

  private async begin(): Promise<void> {
    const [format, entry] = entries.find(([, { magic }]) => this.head.subarray(0, magic.length).equals(magic)) ?? [];
    if (!format) throw new UnreadableFile('File invalid: it is no JPEG, PNG or PDF.');
    this.found = format;
    if (!this.wanted.includes(format)) return;

    this.check = entry?.check(this.allowance);
    await this.check?.write(this.head);
  }
}
