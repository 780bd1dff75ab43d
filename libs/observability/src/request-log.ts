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
  /** The path of a request, without values that a client made up; for a webhook, the origin that it is sent to. */
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

/** Never waits for the reader: a terminal that was paused must not stop the service. */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ sync: false, maxLength: WAITING_BYTES_MAX });
  // A terminal that is gone ends no service.
  destination.on('error', () => undefined);
  return destination;
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

const STATUS_COLORS = ['gray', 'gray', 'green', 'cyan', 'yellow', 'red'] as const;

const colorOf = ({ status = 500 }: RequestLine) => STATUS_COLORS[Math.floor(status / 100)] ?? 'red';

function textOf(line: RequestLine, hasColors?: boolean): string {
  const { kind, method, target, status = '---', durationMs, code, notes } = line;
  const inColor = (color: Parameters<typeof styleText>[0], text: string): string =>
    hasColors === false ? text : styleText(color, text, { validateStream: hasColors === undefined });
  const arrow = kind === 'request' ? '' : '-> ';
  const rest = [durationText(durationMs), ...(code === undefined ? [] : [code]), ...notes].join(' ');
  return `${inColor(colorOf(line), String(status))} ${arrow}${method} ${target} ${inColor('dim', rest)}`;
}

function durationText(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
