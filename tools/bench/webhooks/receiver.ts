// Endpoints of subscribers in a process of its own, so that its CPU can be told apart. Controlled by its parent.
// Reads the bytes directly: Node's HTTP server costs several times as much for each delivery.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveParent } from '../child.ts';
import { readMessage } from '../message.ts';
import { type Latency, Times } from '../times.ts';

const TIMESTAMP = Buffer.from('"timestamp":"');
const TIMESTAMP_LENGTH = 24;
const SEQUENCE = Buffer.from('"sequence":');
const SEQUENCE_LENGTH_MAX = 10;
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');

/** The deliveries since the last `measure`, and their delay after the event, by the clock that both processes share. */
export interface HeardDeliveries extends Latency {
  /** Deliveries since the endpoints were opened. */
  readonly total: number;
  /** How many deliveries, since the endpoints were opened, came after a later one of the same endpoint. */
  readonly overtaken: number;
}

let delays = new Times();
let total = 0;
let overtaken = 0;
let awaited = Number.POSITIVE_INFINITY;
let allCame = (): void => undefined;

function count(delayMs: number, isOvertaken: boolean): void {
  delays.add(Math.max(1, delayMs));
  total += 1;
  if (isOvertaken) overtaken += 1;
  if (total >= awaited) allCame();
}

/** The deliveries to one endpoint. A repeated delivery counts once. */
class Endpoint {
  private readonly sequences = new Set<number>();
  private latest = 0;

  take(body: Buffer): void {
    const number = body.indexOf(SEQUENCE) + SEQUENCE.length;
    const sequence = Number.parseInt(body.toString('latin1', number, number + SEQUENCE_LENGTH_MAX), 10);
    if (this.sequences.has(sequence)) return;
    this.sequences.add(sequence);
    const isOvertaken = sequence < this.latest;
    this.latest = Math.max(this.latest, sequence);
    const at = body.indexOf(TIMESTAMP) + TIMESTAMP.length;
    count(Date.now() - Date.parse(body.toString('latin1', at, at + TIMESTAMP_LENGTH)), isOvertaken);
  }
}

function answerAll(socket: Socket, endpoint: Endpoint): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (data) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data]);
    for (let came = readMessage(bytes); came; came = readMessage(bytes)) {
      endpoint.take(bytes.subarray(0, came.length));
      bytes = bytes.subarray(came.length);
      socket.write(ANSWER);
    }
  });
}

/** A `hanging` endpoint accepts requests and never answers. */
export type EndpointKind = 'answering' | 'hanging';

/** Opens an endpoint. @returns its port */
async function open(kind: EndpointKind): Promise<number> {
  const endpoint = new Endpoint();
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined); // the suite gave up a connection
    if (kind === 'answering') answerAll(socket, endpoint);
    else socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const calls = {
  open: ({ endpoints, kind }: { readonly endpoints: number; readonly kind: EndpointKind }): Promise<number[]> =>
    Promise.all(Array.from({ length: endpoints }, () => open(kind))),
  /** Starts counting: everything before this was the warm-up. */
  measure: (): void => void (delays = new Times()),
  heard: (): HeardDeliveries => ({ ...delays.latency, total, overtaken }),
  /** Waits until that many deliveries have arrived since the start. */
  all: (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      [awaited, allCame] = [wanted, resolve];
      if (total >= awaited) resolve();
    }),
};
export type ReceiverCalls = typeof calls;
serveParent(calls);
