import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { type ApiError, createClient } from '../src/index.js';
import { ApiDouble } from './api-double.js';

describe('events', () => {
  let api: ApiDouble;
  beforeAll(async () => {
    api = await new ApiDouble().open();
  });
  afterAll(() => api.close());

  const client = () => createClient({ baseUrl: api.baseUrl, key: 'key', secret: 'secret' });
  const stream = (response: ServerResponse, ...pieces: string[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
  };
  const frame = (id: number) => `id: ${id}\ndata: {"id":"e${id}",\ndata: "topic":"é"}\n\n`;

  it('come each once over streams that end, break off in a frame, are refused or lose their token', async () => {
    let connection = 0;
    api.answers((_, response) => {
      connection += 1;
      if (connection === 2) return { isLost: true };
      if (connection === 3) return { status: 503, body: { code: 'ServiceUnavailable', message: '' } };
      if (connection === 4) return { status: 500, body: {} };
      if (connection === 5) return { status: 401, body: { code: 'ExpiredAccessToken', message: '' } };
      if (connection === 1)
        stream(response, 'event: begin\nid: 0\ndata: {}\n\n', frame(1), ': beat\n\n', frame(2).slice(0, 9));
      else if (connection === 6) stream(response, 'event: position\r\nid: 4\r\ndata: {}\r\n\r\n');
      else stream(response, frame(5));
      response.end();
      return undefined;
    });
    const seen: unknown[] = [];
    const positions: string[] = [];
    const reasons: string[] = [];
    const hooks = {
      onPosition: (position: string) => void positions.push(position),
      onPause: (reason: unknown) => void reasons.push(String(reason)),
    };
    for await (const event of client().events({ topics: ['a', 'b'], ...hooks })) {
      seen.push(event);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([
      { position: '1', event: { id: 'e1', topic: 'é' } },
      { position: '5', event: { id: 'e5', topic: 'é' } },
    ]);
    expect([positions, reasons.length]).toEqual([['0', '4'], 3]);
    expect(api.asked[0]?.path).toBe('/events/stream?topic=a&topic=b');
    expect(api.asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '1', '1', '1', '1', '4']);
    expect(api.tokens).toBe(2);
  });

  it('fail for a stream that is never given', async () => {
    api.answers(() => ({ status: 410, body: { code: 'Gone', message: 'Older than 30 days.' } }));
    await expect(client().events({ after: '1' }).next()).rejects.toMatchObject({ status: 410, code: 'Gone' });
  });

  describe('after a restore', () => {
    const fault = {
      code: 'Invalid',
      message: 'After number 5, numbers go on at 1000000.',
      path: '/headers/Last-Event-ID',
    };
    const lost = { status: 400, body: { code: 'ValidationError', message: '', _embedded: { errors: [fault] } } };
    const isLost = ({ headers }: { headers: Record<string, unknown> }) => headers['last-event-id'] === '7';

    it.each([
      ['5', '5'],
      [undefined, undefined],
    ])('continue where they are told to, if their place is lost: after %s', async (place, asked) => {
      api.answers((request, response) => {
        if (isLost(request)) return lost;
        return void stream(response, frame(1_000_000));
      });
      const refusals: unknown[] = [];
      const onRestart = (refusal: ApiError) => {
        refusals.push(refusal.errors[0]?.message);
        return place;
      };
      const told = await client().events({ after: '7', onRestart }).next();
      expect([told.value?.position, refusals]).toEqual(['1000000', [fault.message]]);
      expect(api.asked.at(-1)?.headers['last-event-id']).toBe(asked);
    });

    it('fail, if nobody tells them where', async () => {
      api.answers(() => lost);
      await expect(client().events({ after: '7' }).next()).rejects.toMatchObject({ status: 400 });
    });
  });

  it('fail with the error of whoever stores their position', async () => {
    api.answers((_, response) => void stream(response, 'event: begin\nid: 0\ndata: {}\n\n'));
    const onPosition = () => Promise.reject(new Error('the disk is full'));
    await expect(client().events({ onPosition }).next()).rejects.toThrow('the disk is full');
  });

  it('end with the reason of a signal', async () => {
    api.answers((_, response) => void stream(response, frame(1)));
    const abort = new AbortController();
    const events = client().events({ signal: abort.signal });
    expect((await events.next()).value).toMatchObject({ position: '1' });
    const next = events.next();
    abort.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });

  it('end as soon as whoever hears of a lost connection has enough', async () => {
    const headers = { 'retry-after': '3600' };
    api.answers(() => ({ status: 503, headers, body: { code: 'ServiceUnavailable', message: '' } }));
    const abort = new AbortController();
    const onPause = (reason: unknown) => abort.abort(reason);
    const events = client().events({ signal: abort.signal, onPause });
    await expect(events.next()).rejects.toMatchObject({ status: 503, retryAfter: 3_600 });
  });
});
