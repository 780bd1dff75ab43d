import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { readMessage } from '../message.ts';

const READ_BYTES = 64 * 1_024;
const REOPEN_MS = 100;

interface Took {
  /** Since the request was due, in milliseconds, including the time to open a connection for it. */
  readonly waitedMs: number;
  /** Since its bytes were written, in milliseconds. */
  readonly writtenMs: number;
}

interface ConnectionOptions {
  readonly origin: URL;
  readonly ca: string | undefined;
  /**
   * The bytes of the next request, which are written before the following one is asked for; undefined when all were
   * sent.
   */
  readonly next: () => Uint8Array | undefined;
  /** @returns how long to wait before the next request, in milliseconds */
  readonly answered: (status: number, text: () => string, took: Took) => number;
  readonly lost: (tookMs: number) => void;
}

/** One connection that is kept open, with one request in flight at a time. It is reopened when it is lost. */
export class Connection {
  private readonly options: ConnectionOptions;
  private socket: Socket;
  private sentAt: number | undefined;
  private writtenAt = 0;
  /** The parts of an answer that did not arrive in one piece. */
  private pieces: Buffer | undefined;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.socket = this.open();
  }

  get isWaiting(): boolean {
    return this.sentAt !== undefined;
  }

  /** How long the request in flight has been waiting, in milliseconds. */
  get waitedMs(): number {
    return this.sentAt === undefined ? 0 : performance.now() - this.sentAt;
  }

  close(): void {
    this.socket.removeAllListeners('close').destroy();
  }

  private open(): Socket {
    const { origin, ca } = this.options;
    // Reads go into a single buffer: Node's streams would cost a third more for each answer.
    const onread = { buffer: Buffer.alloc(READ_BYTES), callback: this.take };
    const host = origin.hostname;
    const isSecure = origin.protocol === 'https:';
    const port = Number(origin.port || (isSecure ? 443 : 80));
    const secure = { host, port, servername: host, ca, onread };
    const socket = isSecure ? connectTls(secure) : connectPlain({ host, port, onread });
    const openedAt = performance.now();
    this.sentAt = openedAt;
    socket.setNoDelay(true);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => this.send(openedAt));
    socket.on('error', () => undefined); // always followed by `close`
    socket.once('close', () => this.lose());
    return socket;
  }

  /** @param since start of the wait for the answer; includes the time to open a new connection */
  private send(since = performance.now()): void {
    this.sentAt = undefined;
    const request = this.options.next();
    if (request === undefined) return;
    this.sentAt = since;
    this.writtenAt = performance.now();
    this.socket.write(request);
  }

  private readonly take = (size: number, buffer: Uint8Array): boolean => {
    const came = buffer as Buffer;
    const bytes = this.pieces === undefined ? came : Buffer.concat([this.pieces, came.subarray(0, size)]);
    const answer = readMessage(bytes, this.pieces === undefined ? size : bytes.length);
    if (answer === undefined) {
      this.pieces = this.pieces === undefined ? Buffer.from(came.subarray(0, size)) : bytes;
    } else {
      this.pieces = undefined;
      const took = { waitedMs: this.waitedMs, writtenMs: performance.now() - this.writtenAt };
      const text = (): string => bytes.toString('latin1', 0, answer.length);
      const pauseMs = this.options.answered(Number(answer.head.slice(9, 12)), text, took);
      if (pauseMs === 0) this.send();
      else this.rest(pauseMs);
    }
    return true;
  };

  private rest(pauseMs: number): void {
    this.sentAt = undefined;
    setTimeout(() => this.send(), pauseMs);
  }

  private lose(): void {
    const tookMs = this.waitedMs;
    this.pieces = undefined;
    if (this.isWaiting) this.options.lost(tookMs);
    this.sentAt = undefined;
    setTimeout(() => (this.socket = this.open()), REOPEN_MS);
  }
}
