import type { DestinationStream } from 'pino';
import { pino } from 'pino';

/** How many bytes of lines may wait for room. Further lines are dropped. */
const WAITING_BYTES_MAX = 1_048_576;
const STANDARD_OUTPUT = 1;

/**
 * Opens an output for log lines. They are written synchronously: the lines right before a crash are the ones that
 * matter. A full disk ends nothing: unwritten lines wait for the next line. If the queue is full, lines are dropped,
 * and a line of its own tells their number.
 * @param descriptor of an open file
 */
export function openLogOutput(descriptor: number): DestinationStream {
  const output = pino.destination({ dest: descriptor, sync: true, minLength: 1, maxLength: WAITING_BYTES_MAX });
  let dropped = 0;
  const sayDropped = (): void => {
    if (dropped === 0) return;
    const line = { level: 'error', time: new Date().toISOString(), lines: dropped, msg: 'log lines were lost' };
    dropped = 0;
    output.write(`${JSON.stringify(line)}\n`);
  };
  output.on('error', () => undefined);
  output.on('drain', sayDropped);
  output.on('drop', () => {
    dropped += 1;
    output.flush(); // with a full queue no line tries to be written
  });
  return output;
}

let standard: DestinationStream | undefined;

export const standardLog = (): DestinationStream => (standard ??= openLogOutput(STANDARD_OUTPUT));
