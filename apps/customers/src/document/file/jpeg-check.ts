import type { WorkAllowance } from './allowance.js';
import { ByteWalk, type WalkStep } from './byte-walk.js';
import { type FormatCheck, UnreadableFile } from './format-check.js';
import { isViewable } from './image-size.js';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const SEGMENT_COST = 4 * 1_024;
/** The three exceptions in the frames' range define tables (ITU-T T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const broken = (): UnreadableFile => new UnreadableFile('File invalid: it begins as a JPEG and is none.');

/** The segments of a JPEG before its image data (ITU-T T.81, B.1). One of them states its size. */
function* segments(allowance: WorkAllowance): Generator<WalkStep, void, Buffer> {
  yield { skip: 2 };
  let hasFrame = false;
  for (;;) {
    allowance.spend(SEGMENT_COST);
    const head = yield { see: 4 };
    const marker = head.readUInt8(1);
    const length = head.readUInt16BE(2);
    if (head.readUInt8(0) !== 0xff || marker < 0xc0 || marker === 0xff || length < 2) throw broken();
    if (marker === START_OF_SCAN) {
      if (!hasFrame) throw broken();
      return;
    }
    if (isFrame(marker)) {
      if (length < 8) throw broken();
      const frame = yield { see: 5 };
      if (!isViewable(frame.readUInt16BE(3), frame.readUInt16BE(1))) {
        throw new UnreadableFile('File invalid: the picture has too many pixels.');
      }
      hasFrame = true;
      yield { skip: length - 7 };
    } else {
      yield { skip: length - 2 };
    }
  }
}

/** Checks the size and the end of a picture. Cameras may write more after the end, so it need not be last. */
export class JpegCheck implements FormatCheck {
  private readonly walk: ByteWalk;
  private last = 0;
  private hasEnd = false;

  constructor(allowance: WorkAllowance) {
    this.walk = new ByteWalk(segments(allowance));
  }

  async write(chunk: Buffer): Promise<void> {
    const beyond = this.walk.isOver ? chunk.length : await this.walk.write(chunk);
    const picture = chunk.subarray(chunk.length - beyond);
    if (this.hasEnd || picture.length === 0) return;
    this.hasEnd =
      (this.last === 0xff && picture[0] === END_OF_IMAGE) || picture.includes(Buffer.of(0xff, END_OF_IMAGE));
    this.last = picture.at(-1) ?? 0;
  }

  end(): void {
    if (!this.hasEnd) throw broken();
  }
}
