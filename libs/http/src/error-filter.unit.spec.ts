import { describe, expect, it } from '@jest/globals';
import { HttpException, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { AnswerBody } from '@halyard/contracts';
import { DomainError, errorCodes, type ErrorCode } from '@halyard/core';
import { DependencyAway, probeOperation } from './behaviour-service.js';
import { errorAnswer, refusalOf } from './error-answer.js';
import { ErrorFilter } from './error-filter.js';

interface Logged {
  readonly fields: object;
  readonly message: string;
}

function answerTo(thrown: unknown) {
  const logged: Logged[] = [];
  const answers: { body: AnswerBody; status: number }[] = [];
  const adapter = {
    isHeadersSent: () => false,
    reply: (_: unknown, body: AnswerBody, status: number) => void answers.push({ body, status }),
  };
  const filter = new ErrorFilter(adapter, {
    log: {
      warn: (fields, message) => void logged.push({ fields, message }),
      error: (fields, message) => void logged.push({ fields, message }),
    },
  });
  filter.catch(thrown, new ExecutionContextHost([{ operation: probeOperation({ requestId: 'request-1' }) }, {}]));
  return { logged, answer: answers[0] };
}

const fastifyError = (statusCode: number) =>
  Object.assign(new Error('x'), { statusCode, code: 'FST_ERR_CTP_BODY_TOO_LARGE' });

describe('an error becomes an answer', () => {
  it.each(Object.keys(errorCodes) as ErrorCode[])('%s keeps all that it says', (code) => {
    const error = new DomainError(code, {
      message: 'text',
      faults: [{ code: 'Required', message: 'Name required.', path: '/name' }],
      about: { kind: 'customer', id: '1' },
      retryAfterSeconds: 2,
    });
    const { status, body } = errorAnswer(error);
    // For amounts that are entered too early the API answers that they were accepted.
    expect(status).toBeGreaterThanOrEqual(code === 'TryAgainLater' ? 202 : 400);
    expect(body.type === 'error' && refusalOf(body)).toMatchObject({ code, message: 'text', detail: error.detail });
  });

  it.each<[string, unknown, number, ErrorCode]>([
    ['a refusal', new DomainError('InvalidResourceState'), 403, 'InvalidResourceState'],
    ['an unknown route', new NotFoundException('Cannot GET /secret'), 404, 'NotFound'],
    ['a body too large', new HttpException('', 413), 413, 'PayloadTooLarge'],
    ['another media type', new HttpException('', 415), 415, 'UnsupportedMediaType'],
    ['any other request that Nest refuses', new HttpException('', 422), 400, 'BadRequest'],
    ['a refusal of Fastify', fastifyError(413), 413, 'PayloadTooLarge'],
  ])('%s, unlogged', (_, thrown, status, code) => {
    const { answer, logged } = answerTo(thrown);
    expect(answer).toMatchObject({ status, body: { type: 'error', code } });
    expect(logged).toEqual([]);
  });

  it('what depends on something that is away says when to come again, and the log says why', () => {
    const { answer, logged } = answerTo(new DependencyAway());
    expect(answer).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable', retryAfterSeconds: 1 } });
    expect(logged).toMatchObject([{ message: 'requests are answered 503: something that they need is away' }]);
  });

  it.each<[string, unknown]>([
    ['a bug', new TypeError('select secret from customers')],
    ['thrown text', 'a thrown secret'],
    ['nothing', undefined],
    ['an internal error of Nest', new HttpException('secret', 500)],
    ['a status of another library', Object.assign(new Error('secret'), { statusCode: 404, code: 'E_OTHER' })],
  ])('%s: 500 without detail, logged with its request', (_, thrown) => {
    const { answer, logged } = answerTo(thrown);
    expect(answer).toEqual({
      status: 500,
      body: { type: 'error', code: 'ServerError', message: errorCodes.ServerError.message },
    });
    expect(logged).toMatchObject([{ fields: { err: thrown, requestId: 'request-1' } }]);
  });
});
