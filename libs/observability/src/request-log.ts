import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { pino } from 'pino';
import { createLogger } from './logger.js';

/** `text` is for people, `json` for machines. */
export type RequestLogForm = 'text' | 'json' | 'off';

/** A request and how it ended. No field contains a secret or personal data. */
export interface RequestLine {
  readonly kind: 'request' | 'webhook attempt';
  readonly method: string;
  /** The path of a request, without values that a client made up; for a webhook, its address without the query. */
  readonly target: string;
  /** Absent if there was no answer. */
  readonly status?: number;
  readonly durationMs: number;
  /** The code of a refusal, or why an attempt got no answer. */
  readonly code?: string;
  /** Further information: `replayed`, `aborted`, the topic of an event. */
  readonly notes: readonly string[];
  readonly requestId?: string;
}

export interface RequestLogOptions {
  readonly form: RequestLogForm;
  /** Name of the app, in every line of JSON as `service`. */
  readonly service: string;
  /** Default: standard output. */
  readonly destination?: DestinationStream | undefined;
  /** Default: as the terminal, FORCE_COLOR and NO_COLOR say. */
  readonly hasColors?: boolean;
}

/** How many bytes may wait for a terminal that accepts none at the moment. Further lines are dropped. */
const WAITING_BYTES_MAX = 1_048_576;

let areWithheld = false;

/** Keeps request lines from the standard output of this process. @returns lets lines of later requests through */
export function withholdRequestLines(): () => void {
  areWithheld = true;
  return () => {
    areWithheld = false;
  };
}

/** Never waits for the reader: a terminal that was paused must not stop the service. */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ sync: false, maxLength: WAITING_BYTES_MAX });
  // A terminal that is gone ends no service.
  destination.on('error', () => undefined);
  return {
    write: (line) => {
      if (!areWithheld) destination.write(line);
    },
  };
}

/** One short line for each request and each attempt to send a webhook, for people who try things out. */
export class RequestLog {
  readonly isOn: boolean;
  readonly write: (line: RequestLine) => void;

  constructor(options: RequestLogOptions) {
    this.isOn = options.form !== 'off';
    this.write = this.isOn ? writerOf(options) : () => undefined;
  }
}

function writerOf(options: RequestLogOptions): (line: RequestLine) => void {
  const { form, service, destination = standardOutput(), hasColors } = options;
  if (form === 'text') return (line) => void destination.write(`${textOf(line, hasColors)}\n`);
  const logger = createLogger({ service, level: 'info', destination });
  return ({ kind, ...fields }) => logger.info(fields, kind);
}

/** Also with the escape sequence of a color before the time. */
const REQUEST_TEXT = /^(?:\u001b\[\d+m)?\d\d:\d\d:\d\d\b/;

const STATUS_COLORS = ['gray', 'gray', 'green', 'cyan', 'yellow', 'red'] as const;

const colorOf = ({ status = 500 }: RequestLine) => STATUS_COLORS[Math.floor(status / 100)] ?? 'red';

function textOf(line: RequestLine, hasColors?: boolean): string {
  const { kind, method, target, status = '---', durationMs, code, notes } = line;
  const inColor = (color: Parameters<typeof styleText>[0], text: string): string =>
    hasColors === false ? text : styleText(color, text, { validateStream: hasColors === undefined });
  const arrow = kind === 'request' ? '' : '-> ';
  const rest = [durationText(durationMs), ...(code === undefined ? [] : [code]), ...notes].join(' ');
  const how = inColor(colorOf(line), String(status));
  return `${inColor('dim', timeOfDay())} ${how} ${arrow}${method} ${target} ${inColor('dim', rest)}`;
}

/** Hours, minutes and seconds in the time zone of this machine. */
const timeOfDay = (): string => new Date().toTimeString().slice(0, 8);

/** A line of a process that begins with its time of day is a request line in text: logs are JSON, and failures begin with a name. */
export const isRequestText = (line: string): boolean => REQUEST_TEXT.test(line);

function durationText(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
