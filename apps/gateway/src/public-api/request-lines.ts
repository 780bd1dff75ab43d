import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { isId } from '@halyard/core';
import { atAnswerEnd } from '@halyard/http';
import { RequestLog } from '@halyard/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServedRoutes } from '../served-routes.js';

const SEGMENTS_MAX = 8;
const HIDDEN = '…';
/** A first segment of this form is always shown: it may be a misspelt route. */
const NAME = /^[a-z-]{1,32}$/;

@Injectable()
export class RequestLines implements OnModuleInit {
  private readonly known: ReadonlySet<string>;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly log: RequestLog,
    { all }: ServedRoutes,
  ) {
    this.known = new Set(all.flatMap(({ path }) => path.split('/')));
  }

  /** The line of a request is written once it is over, however it ends. */
  onModuleInit(): void {
    if (!this.log.isOn) return;
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', (request, reply, done) => {
      atAnswerEnd(reply.raw, () => this.write(request, reply));
      done();
    });
  }

  private write({ id, method, url, refusal }: FastifyRequest, reply: FastifyReply): void {
    const { raw, statusCode, elapsedTime } = reply;
    this.log.write({
      kind: 'request',
      method,
      target: this.targetOf(url),
      ...(raw.headersSent && { status: statusCode }),
      durationMs: elapsedTime,
      ...(refusal !== null && { code: refusal }),
      notes: [
        ...(reply.hasHeader('idempotent-replayed') ? ['replayed'] : []),
        ...(raw.writableFinished ? [] : ['aborted']),
      ],
      requestId: id,
    });
  }

  /** Shows names of routes and ids, and hides all other client text. */
  private targetOf(url: string): string {
    const [path = '', query] = url.split('?', 2);
    const [, first = '', ...rest] = path.split('/', SEGMENTS_MAX);
    const shown = rest.map((part) => (this.isHarmless(part) ? part : HIDDEN));
    const begins = NAME.test(first) || this.isHarmless(first) ? first : HIDDEN;
    return `/${[begins, ...shown].join('/')}${query === undefined ? '' : `?${HIDDEN}`}`;
  }

  private isHarmless(part: string): boolean {
    return part === '' || this.known.has(part) || isId(part);
  }
}
