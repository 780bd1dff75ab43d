import { describe, expect, it } from '@jest/globals';
import { eventOf } from '@halyard/testing/messaging';
import { decodeMessage, encodeEvent, isFor } from './event-encoding.js';

describe('an event on Kafka', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const event = eventOf('resource', 3, { traceparent });

  it('is a CloudEvent in structured mode, by the key whose order matters', () => {
    const { key, value, headers } = encodeEvent(event);
    expect(key).toBe('resource');
    expect(headers).toEqual({ 'content-type': 'application/cloudevents+json; charset=UTF-8' });
    expect(JSON.parse(String(value))).toEqual(event);
  });

  it.each<[string, Buffer | null, unknown]>([
    ['JSON as what it says', Buffer.from('{"a":[1]}'), { a: [1] }],
    ['anything else as its text', Buffer.from('{"a":'), '{"a":'],
    ['bytes that are no text as something', Buffer.from([0xff]), '\ufffd'],
    ['an empty value as empty text', Buffer.alloc(0), ''],
    ['no value as null', null, null],
  ])('is read: %s', (_case, value, read) => {
    expect(decodeMessage({ value })).toEqual(read);
  });

  it('is for everyone, unless it was published again for some', () => {
    const headers = encodeEvent(event, new Set(['a.one', 'b.two'])).headers;
    expect(isFor('a.one', { headers: {} })).toBe(true);
    expect(isFor(undefined, { headers: {} })).toBe(true);
    expect(isFor('a.one', { headers })).toBe(true);
    expect(isFor('b.two', { headers })).toBe(true);
    expect(isFor('b', { headers })).toBe(false);
    expect(isFor(undefined, { headers })).toBe(false);
  });
});
