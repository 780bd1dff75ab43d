const HEAD_END = Buffer.from('\r\n\r\n');

export interface Answer {
  readonly status: number;
  /** Bytes of head and body, from the start of `bytes`. */
  readonly length: number;
}

/**
 * Reads an HTTP/1.1 answer that has a length or no body: the suite sends no others.
 *
 * @returns undefined while it is incomplete
 */
export function readAnswer(bytes: Buffer, end: number): Answer | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1 || headEnd >= end) return undefined;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const field = head.indexOf('\r\ncontent-length:');
  if (field === -1 && head.includes('\r\ntransfer-encoding:')) throw new Error('an answer in chunks');
  const size = field === -1 ? 0 : Number.parseInt(head.slice(field + '\r\ncontent-length:'.length), 10);
  const length = headEnd + HEAD_END.length + size;
  return length > end ? undefined : { status: Number(head.slice(9, 12)), length };
}
