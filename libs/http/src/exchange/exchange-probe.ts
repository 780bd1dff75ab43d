import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { created, type CreatedAnswer, exchangeRoute, type FactAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { DomainError } from '@halyard/core';
import { Bytes } from './exchange.js';
import { CurrentExchange, type IncomingExchange, wholeBody } from './incoming.js';

const CHUNK = Buffer.alloc(64 * 1_024, 'x');
const PNG = 'image/png';

/** Routes with at least one of each kind, like a product's route table. */
export const probeRoutes = {
  upload: exchangeRoute('stream', 'POST', '/uploads', 'customers', 'token', { takes: [PNG] }),
  narrowUpload: exchangeRoute('stream', 'POST', '/narrow-uploads', 'customers', 'token', {
    takes: [PNG],
    limits: { inFlightMax: 1, bytesIn: 1_000 },
  }),
  refuseUpload: exchangeRoute('stream', 'POST', '/refused-uploads', 'customers', 'token', { takes: [PNG] }),
  download: exchangeRoute('stream', 'GET', '/downloads', 'customers', 'token', { gives: [PNG] }),
  events: exchangeRoute('stream', 'GET', '/event-streams', 'customers', 'token', { gives: ['text/event-stream'] }),
  wait: exchangeRoute('raw', 'GET', '/waits', 'customers', 'token', { wait: 'wait' }),
  raw: exchangeRoute('raw', 'POST', '/raw', 'customers', 'token', {
    takes: [PNG, 'text/csv'],
    gives: [PNG, 'text/csv'],
  }),
  page: exchangeRoute('passthrough', 'GET', '/page', 'customers', 'anyone', {
    gives: ['text/html'],
    cookies: ['a', 'b'],
  }),
  form: exchangeRoute('passthrough', 'POST', '/page', 'customers', 'anyone', {
    takes: ['application/x-www-form-urlencoded'],
    gives: ['text/html'],
  }),
} as const;

const chunksOf = async (body: Readable): Promise<Buffer[]> => (await body.toArray()) as Buffer[];

/** Gives a number of bytes, and counts how many of them were read. */
export class Source extends Readable {
  produced = 0;

  constructor(private readonly length: number) {
    super();
  }

  override _read(): void {
    const left = this.length - this.produced;
    const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
    this.produced += chunk.length;
    this.push(left === 0 ? null : chunk);
  }
}

@Controller()
export class ExchangeProbeController {
  committed: number[] = [];
  failures: unknown[] = [];
  /** Bytes received of the current upload. */
  taken = 0;
  source = new Source(0);
  /** The last stream of events, for the test to write to. */
  events = new PassThrough();
  /** Aborted when the caller of the last request has gone. */
  signal: AbortSignal | undefined;
  /** Aborted when the last stream of events should end, because its process stops. */
  stopping: AbortSignal | undefined;

  @Post(['/uploads', '/narrow-uploads'])
  @HttpCode(201)
  async upload(@CurrentExchange() exchange: IncomingExchange): Promise<CreatedAnswer> {
    this.taken = 0;
    this.signal = exchange.signal;
    try {
      for await (const chunk of exchange.body as AsyncIterable<Buffer>) {
        this.taken += chunk.length;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await wholeBody(exchange);
    } catch (error) {
      this.failures.push(error);
      throw error;
    }
    this.committed.push(this.taken);
    return created('customer', String(this.taken));
  }

  @Post('/refused-uploads')
  refuse(): never {
    throw new DomainError('NotFound');
  }

  @Get('/downloads')
  download(@Query('length') length: string, @CurrentExchange() { signal }: IncomingExchange): Bytes {
    this.signal = signal;
    this.source = new Source(Number(length));
    return new Bytes(this.source, { 'content-type': PNG, 'content-length': length });
  }

  @Get('/short-downloads')
  short(): Bytes {
    return new Bytes(new Source(10), { 'content-type': PNG, 'content-length': '20' });
  }

  @Get('/event-streams')
  stream(@CurrentExchange() { signal, headers, stopping }: IncomingExchange): Bytes {
    this.signal = signal;
    this.stopping = stopping;
    this.events = new PassThrough();
    this.events.write(`id: ${String(headers['last-event-id'] ?? 'first')}\n\n`);
    return new Bytes(this.events, { 'content-type': 'text/event-stream; charset=utf-8' });
  }

  @Get('/waits')
  async wait(@Query('wait') wait: string, @CurrentExchange() { stopping }: IncomingExchange): Promise<FactAnswer> {
    this.stopping = stopping;
    if (wait !== '0' && !stopping.aborted) await once(stopping, 'abort');
    return { type: 'fact', fact: 'nothing yet' };
  }

  @Post('/raw')
  async raw(@CurrentExchange() exchange: IncomingExchange): Promise<Bytes> {
    const chunks = await chunksOf(exchange.body);
    await wholeBody(exchange);
    return new Bytes(Readable.from(chunks), { 'content-type': String(exchange.headers['content-type']) }, 202);
  }

  @Get('/page')
  page(@CurrentExchange() { headers }: IncomingExchange): Bytes {
    const fields = {
      'set-cookie': ['a=1; HttpOnly', 'other=1', 'b=2; Secure'],
      location: '/page?2',
      'x-secret': 'no',
      server: 'no',
    };
    return new Bytes(Readable.from([JSON.stringify(headers)]), { ...fields, 'content-type': 'text/html' }, 302);
  }

  @Post('/page')
  @HttpCode(200)
  async form(@CurrentExchange() { body }: IncomingExchange): Promise<FactAnswer> {
    return {
      type: 'fact',
      fact: Buffer.concat(await chunksOf(body)).toString(),
    };
  }

  /** Resolves once the source of the last download is closed. */
  async stopped(): Promise<void> {
    if (!this.source.closed) await once(this.source, 'close');
  }
}
