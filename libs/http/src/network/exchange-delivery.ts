import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import type { HeaderFields, Method, Operation, ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Bytes } from '../exchange/exchange.js';
import { ENVELOPE_HEADER, type SealedExchange } from './principal-envelope.js';
import { BODY_SIGNATURE, DigestStream, FIELDS_HEADER, STREAMED_TYPE } from './streamed-body.js';
import { UndeliveredRequest, wasNeverSent } from './undelivered.js';

/** A request that is offered to one process after the other, until one takes it. Only that process gets the body. */
export interface OutgoingExchange {
  readonly service: ServiceName;
  readonly method: Method;
  readonly target: string;
  readonly fields: HeaderFields;
  readonly body: Readable | undefined;
  readonly operation: Operation;
}

const CONNECT_TIMEOUT_MS = 2_000;

/** The answer of a process, on a connection that nothing else uses. */
interface DeliveredExchange {
  readonly response: IncomingMessage;
  /** Ends the connection and drops unsent data. */
  readonly end: () => void;
}

/**
 * Sends a request on a new connection: a request on an old one could be lost if that is just being closed. The body is
 * sent once, after the process has accepted the request (`Expect: 100-continue`).
 *
 * @throws Undelivered; any error of the body, or the signal's reason
 */
export async function sendExchange(
  address: string,
  { method, target, body }: OutgoingExchange,
  sealed: SealedExchange,
  signal: AbortSignal,
): Promise<DeliveredExchange> {
  const send = address.startsWith('https:') ? overHttps : overHttp;
  const request = send(address + target, { agent: false, method, signal, headers: headersOf(sealed, body) });
  let isTaken = false;
  request.once('continue', () => {
    isTaken = true;
    if (body) sendBody(request, body, sealed);
  });
  boundConnecting(request);
  if (body) request.flushHeaders();
  else request.end();
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { response, end: () => void request.destroy() };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (body?.errored instanceof DomainError) throw body.errored;
    throw new UndeliveredRequest(!isTaken && wasNeverSent(error) ? 'away' : 'lost', error);
  } finally {
    // From here on, failures of the connection are reported through the answer and the body.
    request.on('error', () => undefined);
  }
}

const headersOf = ({ header }: SealedExchange, body: Readable | undefined): Record<string, string> => ({
  [ENVELOPE_HEADER]: header,
  ...(body && {
    'content-type': STREAMED_TYPE,
    'transfer-encoding': 'chunked',
    expect: '100-continue',
    trailer: BODY_SIGNATURE,
  }),
});

function sendBody(request: ClientRequest, body: Readable, sealed: SealedExchange): void {
  const signing = new DigestStream((digest) => request.addTrailers({ [BODY_SIGNATURE]: sealed.signBody(digest) }));
  pipeline(body, signing, request, () => undefined);
}

function boundConnecting(request: ClientRequest): void {
  const late = setTimeout(() => request.destroy(new Error('nobody accepted the connection')), CONNECT_TIMEOUT_MS);
  const clear = (): void => clearTimeout(late);
  request.once('socket', (socket) => socket.once('connect', clear)).once('close', clear);
}

/** Reads an answer of bytes; undefined if the answer is an `AnswerBody`. */
export function bytesOf(response: IncomingMessage): Bytes | undefined {
  const fields = response.headers[FIELDS_HEADER];
  if (typeof fields !== 'string') return undefined;
  const headers = JSON.parse(Buffer.from(fields, 'base64url').toString()) as HeaderFields;
  return new Bytes(response, headers, response.statusCode);
}
