import { describe, expect, it } from '@jest/globals';
import { isRequestText, RequestLog, type RequestLine, type RequestLogForm } from './index.js';

const line: RequestLine = {
  kind: 'request',
  method: 'POST',
  target: '/customers',
  status: 400,
  durationMs: 3.21,
  code: 'ValidationError',
  notes: ['replayed'],
  requestId: 'r1',
};

function written(form: RequestLogForm, one: RequestLine, hasColors = false): string {
  const texts: string[] = [];
  const destination = { write: (text: string) => void texts.push(text) };
  new RequestLog({ form, service: 'gateway', destination, hasColors }).write(one);
  return texts.join('');
}

describe('the request log', () => {
  it('says in one line of text when and how a request ended', () => {
    expect(written('text', line)).toMatch(/^\d\d:\d\d:\d\d 400 POST \/customers 3\.2 ms ValidationError replayed\n$/);
  });

  it('says of a webhook where it went, and why there is no answer', () => {
    const attempt: RequestLine = {
      kind: 'webhook attempt',
      method: 'POST',
      target: 'https://a.example/hooks',
      durationMs: 12_345,
      code: 'timeout',
      notes: ['customer_created', 'attempt 2'],
    };
    expect(written('text', attempt)).toContain(
      ' --- -> POST https://a.example/hooks 12.3 s timeout customer_created attempt 2\n',
    );
  });

  it('has colors where they are wanted', () => {
    expect(written('text', line, true)).toContain('\u001b[33m400\u001b[39m');
  });

  it.each([false, true])('is known in a log that has other lines too, with colors: %s', (hasColors) => {
    expect(isRequestText(written('text', line, hasColors))).toBe(true);
    expect(isRequestText(written('json', line))).toBe(false);
    expect(isRequestText('halyard: the port 8443 is taken')).toBe(false);
  });

  it('is JSON for machines, as every other line is', () => {
    expect(JSON.parse(written('json', line))).toMatchObject({
      service: 'gateway',
      level: 'info',
      msg: 'request',
      method: 'POST',
      target: '/customers',
      status: 400,
      code: 'ValidationError',
      requestId: 'r1',
    });
  });

  it('is nothing when it is off', () => {
    expect(written('off', line)).toBe('');
    expect(new RequestLog({ form: 'off', service: 'gateway' }).isOn).toBe(false);
  });
});
