/** A frame of Server-Sent Events (HTML, 9.2.6). */
export interface Frame {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

function frameOf(lines: readonly string[]): Frame {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { event, id, data: data.join('\n') };
}

/** Yields the frames of a stream, without an incomplete last one. Calls `onPiece` for all data, even comments. */
export async function* framesOf(body: ReadableStream<Uint8Array>, onPiece: () => void): AsyncGenerator<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onPiece();
      // A carriage return at the end may be half of a line's end.
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = parts.pop() ?? '';
      for (const line of parts) {
        if (line !== '') lines.push(line);
        else if (lines.length > 0) {
          yield frameOf(lines);
          lines = [];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
