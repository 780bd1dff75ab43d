import { isUnavailable } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import {
  KafkaJSConnectionError,
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSRequestTimeoutError,
} from 'kafkajs';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** The core knows the drivers' errors by their names: these are the drivers' own. */
describe('isUnavailable', () => {
  const refused = new KafkaJSConnectionError('Connection error: connect ECONNREFUSED 127.0.0.1:9092');
  it.each<[string, Error]>([
    ['TypeORM lost the connection of a transaction', new QueryRunnerAlreadyReleasedError()],
    ['TypeORM lost the connection of a manager', new QueryRunnerProviderAlreadyReleasedError()],
    [
      "TypeORM wraps the server's refusal",
      new QueryFailedError('SELECT 1', [], Object.assign(new Error(), { code: '57P03' })),
    ],
    ['a broker refuses the connection', refused],
    [
      'a broker does not answer',
      new KafkaJSRequestTimeoutError('Request timed out', {
        broker: 'x',
        clientId: 'x',
        correlationId: 1,
        createdAt: 0,
        sentAt: 0,
        pendingDuration: 0,
      }),
    ],
    ['KafkaJS has tried often enough', new KafkaJSNumberOfRetriesExceeded(refused, { retryCount: 5, retryTime: 1000 })],
  ])('recognises that %s', (_, error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it('leaves a request that Kafka will never take to its own meaning', () => {
    expect(isUnavailable(new KafkaJSNonRetriableError('Message without value'))).toBe(false);
  });
});
