import { describe, expect, it } from '@jest/globals';
import { createLogger, withRequestId } from './index.js';

function capture() {
  const lines: string[] = [];
  const logger = createLogger({
    service: 'transfers',
    destination: { write: (line: string) => void lines.push(line) },
  });
  return { logger, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? 'null') };
}

describe('createLogger', () => {
  it('writes one JSON object a line with service, level and time', () => {
    const { logger, last } = capture();
    logger.info({ count: 3 }, 'relayed');
    expect(last()).toMatchObject({ service: 'transfers', level: 'info', msg: 'relayed', count: 3 });
    expect(last()).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
  });

  it('names the request that a line belongs to, across awaits, and none outside of it', async () => {
    const { logger, last } = capture();
    await withRequestId('request-1', async () => {
      await Promise.resolve();
      logger.info('inside');
    });
    expect(last()).toHaveProperty('requestId', 'request-1');
    logger.info('outside');
    expect(last()).not.toHaveProperty('requestId');
  });

  it.each([
    'authorization',
    'Authorization',
    'idempotency-key',
    'Idempotency-Key',
    'idempotency_key',
    'set-cookie',
    'clientSecret',
    'client_secret',
    'access_token',
    'ssn',
    'accountNumber',
    'account_number',
    'routingNumber',
    'email',
    'dateOfBirth',
  ])('hides %s at any depth', (name) => {
    const { logger, lines } = capture();
    logger.info({ [name]: 'hide-1', a: { [name]: 'hide-2', b: [{ c: { d: { [name]: ['hide-3'] } } }] } }, 'seen');
    logger.child({ [name]: 'hide-4' }).info('child');
    expect(lines.join('')).not.toContain('hide-');
    expect(lines.join('')).toContain('[redacted]');
  });

  it('hides bytes and leaves ids, dates and numbers', () => {
    const { logger, last } = capture();
    logger.info({ sealed: Buffer.from('hide'), at: new Date(0), transferId: 't1', amountMinor: '500' }, 'seen');
    expect(last()).toMatchObject({
      sealed: '[redacted]',
      at: '1970-01-01T00:00:00.000Z',
      transferId: 't1',
      amountMinor: '500',
    });
  });

  it('leaves what is logged as it was', () => {
    const fields = { headers: { authorization: 'Bearer a' } };
    capture().logger.info(fields, 'seen');
    expect(fields.headers.authorization).toBe('Bearer a');
  });

  it('survives a structure that refers to itself', () => {
    const { logger, lines } = capture();
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    logger.info({ loop }, 'seen');
    expect(lines).toHaveLength(1);
  });

  it('logs of an error its type, code, message, stack and cause, and no other property', () => {
    const { logger, lines, last } = capture();
    const driver = Object.assign(new Error('connection lost'), { code: '57P01' });
    logger.error(
      { err: Object.assign(new Error('query failed', { cause: driver }), { query: 'INSERT', parameters: ['hide-1'] }) },
      'failed',
    );
    expect(last()).toMatchObject({
      err: { type: 'Error', message: 'query failed', cause: { code: '57P01', message: 'connection lost' } },
    });
    expect(lines[0]).not.toContain('hide-');
  });

  it.each(['22P02', '23505'])('hides the message of Postgres error %s, which quotes data', (code) => {
    const { logger, lines, last } = capture();
    logger.error({ err: Object.assign(new Error('invalid input syntax: "hide-1"'), { code }) }, 'failed');
    expect(last()).toMatchObject({ err: { message: `SQLSTATE ${code}`, code } });
    expect(lines[0]).not.toContain('hide-');
  });

  it('hides an error that wraps one of Postgres with its message', () => {
    const { logger, lines } = capture();
    const driverError = Object.assign(new Error('bad value "hide-1"'), { code: '22P02' });
    logger.error({ err: Object.assign(new Error(driverError.message), { driverError, code: '22P02' }) }, 'failed');
    expect(lines[0]).not.toContain('hide-');
  });
});
