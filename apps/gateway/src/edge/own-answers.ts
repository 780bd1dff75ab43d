import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import type { ErrorAnswer } from '@halyard/contracts';
import { DomainError, errorCodeOf, newId } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { isKeyAddress, malformedKey } from '../idempotency-keys/key-uses.js';
import { AcceptNegotiation } from '../media/accept.js';
import { refusalOfFramework } from '../rendering/failures.js';
import { renderProblem } from '../rendering/error-body.js';
import { AnswerHeaders, type Headers } from './answer-headers.js';
import type { Pipelining } from './pipelining.js';
import { RefusalPages } from './refusal-pages.js';

/** How long a client may go on sending after nobody reads any more. */
const LINGER_MS = 2_000;

/** The limit headers for the sender that was counted, and a refusal if it has used up its limit. */
export interface CountedRequest {
  readonly fields: Headers;
  readonly refusal?: DomainError;
}

/** Counts requests that no route sees, as requests of unknown senders. */
export interface Strangers {
  countUnrouted(message: IncomingMessage): CountedRequest;
}

export interface Recorder {
  begin(request: FastifyRequest, reply: FastifyReply): void;
}

interface OwnAnswer {
  readonly status: number;
  readonly code?: string;
  readonly headers: Headers;
  readonly body: string;
}

const refused = (message: string): DomainError => new DomainError('BadRequest', { message });

/** The answers to bytes that are no request which could be passed on, by error code. */
const unreadable: Readonly<Record<string, { readonly statusLine: string; readonly refusal: DomainError }>> = {
  HPE_HEADER_OVERFLOW: {
    statusLine: '431 Request Header Fields Too Large',
    refusal: refused('The header fields are too large.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusLine: '408 Request Timeout',
    refusal: refused('The request took too long to arrive.'),
  },
};
/** Error codes of Node and OpenSSL if a connection does not speak TLS, or not in time. */
const OF_TLS = /^ERR_(?:TLS|SSL)_/;
const undecodable = refused('The address of the request can not be decoded.');
const noHttp = { statusLine: '400 Bad Request', refusal: refused('This is no HTTP request that can be read.') };
const tunnel = {
  statusLine: '405 Method Not Allowed',
  refusal: new DomainError('MethodNotAllowed', { message: 'This server is not a proxy.' }),
};

/**
 * The listeners' answers to requests that reach no route. They are in one place, so that they look like all other
 * answers.
 */
export class OwnAnswers {
  /** Set before the listeners serve. */
  strangers: Strangers | undefined;
  /** Absent if requests are not recorded. */
  recorder: Recorder | undefined;
  readonly pages: RefusalPages;
  private readonly headers: AnswerHeaders;
  private readonly accept: AcceptNegotiation;

  constructor(
    config: GatewayConfig,
    private readonly pipelining: Pipelining,
  ) {
    this.pages = new RefusalPages(config);
    this.headers = new AnswerHeaders(config);
    this.accept = new AcceptNegotiation(config.vendorWord);
  }

  /** Answers addresses that can't be decoded, or are too long for any route. */
  readonly unroutable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const undecoded = isKeyAddress(request.url) ? malformedKey() : undecodable;
    const refusal = error.code === 'FST_ERR_BAD_URL' ? undecoded : refusalOfFramework(error);
    const { status, headers, body, code } = this.counted(request.raw, request.id, (requestId) =>
      this.refusal(refusal ?? new DomainError('BadRequest', { cause: error }), request.raw, requestId),
    );
    request.refusal = code ?? null;
    this.recorder?.begin(request, reply);
    void reply.code(status).headers(headers).send(body);
  };

  /** Answers bytes that are no request, or that do not arrive in full in time. */
  readonly unreadable = (error: Error, socket: Socket): void => {
    // Bytes written during a handshake come before the client's request, and would look like the answer to it.
    if (OF_TLS.test(errorCodeOf(error) ?? '')) return void socket.destroy();
    const { statusLine, refusal } = unreadable[errorCodeOf(error) ?? ''] ?? noHttp;
    this.pipelining.last(socket, (unanswered) => this.end(socket, statusLine, refusal, unanswered));
  };

  /** Answers an `Expect` of anything but 100-continue. */
  readonly unmetExpectation = (message: IncomingMessage, response: ServerResponse): void => {
    const { status, headers, body } = this.counted(message, newId(), (requestId) => ({
      ...this.refusal(refused('Only 100-continue can be expected.'), message, requestId),
      status: 417,
    }));
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  };

  /** Answers CONNECT. */
  readonly noTunnel = (message: IncomingMessage, socket: Duplex): void => {
    if (!(socket instanceof Socket)) socket.destroy();
    else this.pipelining.last(socket, () => this.end(socket, tunnel.statusLine, tunnel.refusal, message));
  };

  /** Refuses a request to the redirecting listener. */
  refuse(message: IncomingMessage, response: ServerResponse, error: DomainError): void {
    const { status, headers, body } = this.counted(message, newId(), (requestId) =>
      this.refusal(error, message, requestId),
    );
    response.writeHead(status, headers).end(body);
  }

  redirect(message: IncomingMessage, response: ServerResponse, location: string): void {
    const { status, headers, body } = this.counted(message, newId(), (requestId) => ({
      status: 302,
      headers: { Location: location, ...this.headers.of(requestId), 'content-length': '0' },
      body: '',
    }));
    response.writeHead(status, headers).end(body);
  }

  /** The answer to an unknown sender, unless the sender has used up its limit for this minute. */
  private counted(message: IncomingMessage, requestId: string, answer: (requestId: string) => OwnAnswer): OwnAnswer {
    const { fields = {}, refusal } = this.strangers?.countUnrouted(message) ?? {};
    const own = refusal ? this.refusal(refusal, message, requestId) : answer(requestId);
    return { ...own, headers: { ...own.headers, ...fields } };
  }

  /** @param message if its headers could be read: they say which type the client asked for */
  private refusal(error: DomainError, message?: IncomingMessage, requestId = newId()): OwnAnswer {
    const { status, body } = errorAnswer(error);
    if (body.type !== 'error') throw new Error(`a refusal is no ${body.type}`);
    const { text, fields } = this.written(body, status, message, requestId);
    const headers = { ...fields, 'content-length': String(Buffer.byteLength(text)) };
    return { status, code: body.code, headers, body: text };
  }

  private written(body: ErrorAnswer, status: number, message: IncomingMessage | undefined, requestId: string) {
    const page = message && this.pages.of(message, status, requestId);
    if (page) return { text: page.body, fields: { ...this.headers.ofPage(requestId), ...page.headers } };
    const type = this.accept.choose(message?.headers.accept) ?? this.accept.standard;
    const text = JSON.stringify(renderProblem(body, { baseUrl: '', type }));
    return { text, fields: { ...this.headers.of(requestId), 'content-type': type.error } };
  }

  private end(socket: Socket, statusLine: string, error: DomainError, message?: IncomingMessage): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { headers, body } = this.refusal(error, message);
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
    // The connection is not destroyed at once: that would take the answer from a client that is still sending.
    const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(linger));
    socket.end([`HTTP/1.1 ${statusLine}`, ...lines, '', body].join('\r\n'));
  }
}
