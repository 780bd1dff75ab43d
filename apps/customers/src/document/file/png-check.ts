import { ByteWalk, type Step } from './byte-walk.js';
import { type FormatCheck, UnreadableFile } from './format-check.js';
import { isViewable } from './image-size.js';

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 13;
const CHECKSUM_BYTES = 4;

const broken = (): UnreadableFile => new UnreadableFile('File invalid: it begins as a PNG and is none.');

/** The chunks of a PNG (ISO/IEC 15948, 5.3): first a header, then data, and nothing after the end chunk. */
function* chunks(): Generator<Step, void, Buffer> {
  yield { skip: SIGNATURE_BYTES };
  let hasData = false;
  for (let count = 0; ; count += 1) {
    const head = yield { see: 8 };
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if ((count === 0) !== (type === 'IHDR') || !/^[A-Za-z]{4}$/.test(type)) throw broken();
    if (type === 'IHDR') {
      if (length !== HEADER_BYTES) throw broken();
      const size = yield { see: 8 };
      if (!isViewable(size.readUInt32BE(0), size.readUInt32BE(4))) {
        throw new UnreadableFile('File invalid: the picture has too many pixels.');
      }
      yield { skip: length - 8 + CHECKSUM_BYTES };
    } else {
      yield { skip: length + CHECKSUM_BYTES };
    }
    if (type === 'IDAT') hasData = true;
    if (type !== 'IEND') continue;
    if (!hasData || length > 0) throw broken();
    return;
  }
}

export class PngCheck implements FormatCheck {
  private readonly walk = new ByteWalk(chunks());

  take(chunk: Buffer): void {
    if (this.walk.take(chunk) > 0) throw new UnreadableFile('File invalid: something follows the PNG.');
  }

  end(): void {
    if (!this.walk.isOver) throw broken();
  }
}
