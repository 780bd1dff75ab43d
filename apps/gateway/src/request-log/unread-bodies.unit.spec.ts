import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RequestRecord } from './request-record.js';
import { UnreadBodies } from './unread-bodies.js';

const ROOM = 100;
const REFUSED = { statusCode: 403 };

describe('bodies that nobody reads', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  const arriving = (differs: Partial<RequestRecord> = {}, authorization = 'Bearer x') => {
    const raw = new IncomingMessage(new Socket());
    const headers = { authorization, 'content-length': '60' };
    const record: RequestRecord = { hasBodies: true, ...differs };
    const come = (text: string): void => void raw.push(text);
    const end = async (): Promise<void> => {
      raw.complete = true;
      raw.push(null);
      await record.rest;
    };
    return { raw, headers, record, come, end };
  };
  const passed = () => new Promise(setImmediate);

  it('are held as far as there is room, and leave it when they are over', async () => {
    const bodies = new UnreadBodies(ROOM);
    const [first, second, third] = [arriving(), arriving(), arriving()];
    bodies.read(first, REFUSED);
    bodies.read(second, REFUSED);
    first.come('1'.repeat(60));
    await passed();
    second.come('2'.repeat(60));
    await passed();
    await first.end();
    await second.end();
    expect([first.record.unread?.length, second.record.unread]).toEqual([60, undefined]);
    expect([first.record.received, second.record.received]).toEqual([60, 60]);
    bodies.read(third, REFUSED);
    third.come('3'.repeat(ROOM));
    await third.end();
    expect(third.record.unread?.length).toBe(ROOM);
  });

  it('leave their room when they are no longer waited for', async () => {
    const bodies = new UnreadBodies(ROOM);
    const [slow, next] = [arriving(), arriving()];
    bodies.read(slow, REFUSED);
    slow.come('1'.repeat(60));
    await passed();
    jest.advanceTimersByTime(1_000);
    await slow.record.rest;
    expect([slow.record.received, slow.record.unread]).toEqual([60, undefined]);
    bodies.read(next, REFUSED);
    next.come('2'.repeat(60));
    await next.end();
    expect(next.record.unread?.length).toBe(60);
  });

  it.each([
    ['is not recorded', arriving({ hasBodies: false }), REFUSED],
    ['is too large', arriving(), { statusCode: 413 }],
  ])('are counted alone where the body %s', async (_, request, answer) => {
    new UnreadBodies().read(request, answer);
    request.come('1'.repeat(60));
    await request.end();
    expect([request.record.received, request.record.unread]).toEqual([60, undefined]);
  });

  it.each([
    ['somebody else counts it', arriving({ received: 0 })],
    ['nobody can be known behind it', { ...arriving(), headers: { 'content-length': '60' } }],
    ['there is none', { ...arriving(), headers: { authorization: 'Bearer x' } }],
  ])('are left alone where %s', (_, request) => {
    new UnreadBodies().read(request, REFUSED);
    expect(request.record.rest).toBeUndefined();
    expect(request.raw.readableFlowing).toBeNull();
  });
});
