const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = '\r\ncontent-length:';

/** An HTTP/1.1 message at the start of some bytes. */
interface Message {
  readonly head: string;
  /** Bytes of head and body. */
  readonly length: number;
}

/**
 * Reads a message that has a length or no body: the suite sends no others.
 *
 * @returns undefined while it is incomplete
 */
export function readMessage(bytes: Buffer, end = bytes.length): Message | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1 || headEnd >= end) return undefined;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const field = head.indexOf(LENGTH);
  if (field === -1 && head.includes('\r\ntransfer-encoding:')) throw new Error('a message in chunks');
  const size = field === -1 ? 0 : Number.parseInt(head.slice(field + LENGTH.length), 10);
  const length = headEnd + HEAD_END.length + size;
  return length > end ? undefined : { head, length };
}
