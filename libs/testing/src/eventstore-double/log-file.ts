import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ProposedEvent } from './events.js';

/** One append in the file. An append that a crash cut short lacks the line end. */
interface Line {
  readonly stream: string;
  readonly events: readonly (readonly [
    id: string,
    properties: ProposedEvent['properties'],
    data: string,
    custom: string,
  ])[];
}

/** The append-only file of a log. What it contains survives if the process is killed. */
export class LogFile {
  private readonly file: number;

  /** Reads the file, if it exists, and removes an append that was cut short. */
  constructor(path: string, onAppend: (stream: string, events: readonly ProposedEvent[]) => void) {
    const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = content.lastIndexOf('\n') + 1;
    const lines = content.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const { stream, events } = JSON.parse(line) as Line;
      onAppend(stream, events.map(eventOf));
    }
    this.file = openSync(path, 'a');
    ftruncateSync(this.file, whole);
  }

  append(stream: string, events: readonly ProposedEvent[]): void {
    const line: Line = {
      stream,
      events: events.map(({ id, properties, data, customMetadata }) => [
        id,
        properties,
        base64(data),
        base64(customMetadata),
      ]),
    };
    writeSync(this.file, `${JSON.stringify(line)}\n`);
  }

  close(): void {
    closeSync(this.file);
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const eventOf = ([id, properties, data, custom]: Line['events'][number]): ProposedEvent => ({
  id,
  properties,
  data: Buffer.from(data, 'base64'),
  customMetadata: Buffer.from(custom, 'base64'),
});
