export interface DecodedText {
  readonly bytes: Buffer;
  /** Characters left over, which can only be decoded with the ones that follow. */
  readonly rest: string;
  /** The data ends within the text: at its end mark, or at characters that the code does not have. */
  readonly isOver: boolean;
}

export type TextCode = (text: string) => DecodedText;

const WHITE_SPACE = /[\0\t\n\f\r ]+/g;
const HEX_DIGITS = /^[\da-f]*/i;

/** ISO 32000-1, 7.4.2. */
export function asciiHex(text: string): DecodedText {
  const written = text.replace(WHITE_SPACE, '');
  const [digits = ''] = HEX_DIGITS.exec(written) ?? [];
  const isOver = digits.length < written.length;
  const whole = digits.length - (digits.length % 2);
  const rest = digits.slice(whole);
  const last = isOver && rest !== '' ? `${rest}0` : '';
  return { bytes: Buffer.from(digits.slice(0, whole) + last, 'hex'), rest: isOver ? '' : rest, isOver };
}

const GROUP = 5;
const GROUPS = /^(?:z|[!-u]{5})*/;
const PART = /^[!-u]{0,4}/;

/** ISO 32000-1, 7.4.3. Some writers put a mark in front. */
export function ascii85(text: string): DecodedText {
  const written = text.replace(WHITE_SPACE, '').replace(/^<~/, '');
  const [groups = ''] = GROUPS.exec(written) ?? [];
  const [rest = ''] = PART.exec(written.slice(groups.length)) ?? [];
  const isOver = groups.length + rest.length < written.length;
  const whole = bytesOf(groups);
  if (!isOver) return { bytes: whole, rest, isOver };
  // A last group of n + 1 characters stands for n bytes.
  const last = bytesOf(rest.padEnd(GROUP, 'u')).subarray(0, Math.max(0, rest.length - 1));
  return { bytes: Buffer.concat([whole, last]), rest: '', isOver };
}

function bytesOf(groups: string): Buffer {
  const bytes = Buffer.alloc(4 * groups.length);
  let length = 0;
  for (let at = 0; at < groups.length;) {
    const isZero = groups[at] === 'z';
    length = bytes.writeUInt32BE(isZero ? 0 : groupAt(groups, at), length);
    at += isZero ? 1 : GROUP;
  }
  return bytes.subarray(0, length);
}

function groupAt(groups: string, at: number): number {
  let value = 0;
  for (let digit = at; digit < at + GROUP; digit += 1) value = value * 85 + groups.charCodeAt(digit) - 33;
  return value >>> 0;
}
