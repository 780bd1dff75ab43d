// Endpoints of subscribers in a process of its own, so that its CPU can be told apart. Controlled by messages from its
// parent. Reads the bytes directly: Node's HTTP server costs several times as much for each delivery.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import type { HeardDeliveries, ReceiverCommand, ReceiverReply } from './receivers.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = '\r\ncontent-length:';
const TIMESTAMP = Buffer.from('"timestamp":"');
const TIMESTAMP_LENGTH = 24;
const SEQUENCE = Buffer.from('"sequence":');
const SEQUENCE_LENGTH_MAX = 10;
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');

const reply = (message: ReceiverReply): void => void process.send?.(message);

/** Counts deliveries since the last `measure`. `total` counts them since the endpoint was opened. */
class Tally {
  private delays = createHistogram();
  private deliveries = 0;
  private total = 0;
  private overtaken = 0;
  private awaited = Number.POSITIVE_INFINITY;

  /** @param createdMs when the event happened */
  count(createdMs: number, isOvertaken: boolean): void {
    if (isOvertaken) this.overtaken += 1;
    this.delays.record(Math.max(1, Date.now() - createdMs));
    this.deliveries += 1;
    this.total += 1;
    this.tellIfAllCame();
  }

  measure(): void {
    this.delays = createHistogram();
    this.deliveries = 0;
  }

  awaitTotal(total: number): void {
    this.awaited = total;
    this.tellIfAllCame();
  }

  get heard(): HeardDeliveries {
    const { deliveries, total, overtaken, delays } = this;
    return {
      deliveries,
      total,
      overtaken,
      p50Ms: delays.percentile(50),
      p99Ms: delays.percentile(99),
      maxMs: delays.max,
    };
  }

  private tellIfAllCame(): void {
    if (this.total < this.awaited) return;
    this.awaited = Number.POSITIVE_INFINITY;
    reply({ done: 'await' });
  }
}

const tally = new Tally();

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
    tally.count(Date.parse(body.toString('latin1', at, at + TIMESTAMP_LENGTH)), isOvertaken);
  }
}

function answerAll(socket: Socket, endpoint: Endpoint): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (came) => {
    bytes = bytes.length === 0 ? came : Buffer.concat([bytes, came]);
    for (let size = requestSize(bytes); size !== undefined; size = requestSize(bytes)) {
      endpoint.take(bytes.subarray(0, size));
      bytes = bytes.subarray(size);
      socket.write(ANSWER);
    }
  });
}

/** Bytes of a request with a body, including its head; undefined while it is incomplete. */
function requestSize(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const field = head.indexOf(LENGTH);
  if (field === -1) throw new Error('a delivery without a length');
  const size = headEnd + HEAD_END.length + Number.parseInt(head.slice(field + LENGTH.length), 10);
  return bytes.length < size ? undefined : size;
}

async function open(kind: 'answering' | 'hanging'): Promise<Server> {
  const endpoint = new Endpoint();
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined); // the suite gave up a connection
    if (kind === 'answering') answerAll(socket, endpoint);
    else socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

process.on('message', (command: ReceiverCommand) => {
  if (command.do === 'open') {
    void Promise.all(Array.from({ length: command.endpoints }, () => open(command.kind))).then((servers) =>
      reply({ done: 'open', ports: servers.map((server) => (server.address() as AddressInfo).port) }),
    );
  } else if (command.do === 'measure') {
    tally.measure();
    reply({ done: 'measure' });
  } else if (command.do === 'await') {
    tally.awaitTotal(command.total);
  } else {
    reply({ done: 'tell', heard: tally.heard });
  }
});
process.on('disconnect', () => process.exit());
