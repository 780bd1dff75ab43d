import { expect, it } from '@jest/globals';
import { attemptLine } from './attempt-line.js';

const event = { topic: 'customer_created' };

it('shows the address of a receiver, its status and the topic, and neither query nor password', () => {
  const url = 'https://user:pass@hooks.example:8443/services/T0?token=t';
  const result = { statusCode: 204, headers: [], body: 'ok' };
  expect(attemptLine({ tries: 0, event }, { url, result, durationMs: 7 })).toEqual({
    kind: 'webhook attempt',
    method: 'POST',
    target: 'https://hooks.example:8443/services/T0?…',
    status: 204,
    durationMs: 7,
    notes: ['customer_created'],
  });
});

it('shows why there was no answer, and which attempt it was', () => {
  const made = { url: 'https://hooks.example/', result: { error: 'timeout' as const }, durationMs: 7 };
  expect(attemptLine({ tries: 2, event }, made)).toMatchObject({
    code: 'timeout',
    target: 'https://hooks.example/',
    notes: ['customer_created', 'attempt 3'],
  });
});
