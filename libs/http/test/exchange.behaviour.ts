import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { ExchangeLimits, ExchangeRoute, HeaderFields } from '@halyard/contracts';
import { probeOperation } from '../src/behaviour-service.js';
import type { ServiceClient } from '../src/service-client.js';
import type { ServiceAnswer } from '../src/service-request.js';
import { Bytes, type ExchangeRequest } from '../src/exchange/exchange.js';
import { type ExchangeProbeController, probeRoutes, Source } from '../src/exchange/exchange-probe.js';

const MIB = 1_024 * 1_024;
const LARGE = 100 * MIB;
/** Bytes that may be in transit: in the buffers of streams and, between processes, of sockets. */
const ON_ITS_WAY = 24 * MIB;

interface ExchangesUnderTest {
  readonly client: ServiceClient;
  readonly exchanges: ExchangeProbeController;
  stop(): Promise<void>;
  close(): Promise<void>;
}

type AskedExchange = Partial<ExchangeRequest> & Pick<ExchangeRequest, 'route'>;

const never = new AbortController().signal;

/** A request in the gateway's form, by default to the path of its route. */
export const exchangeOf = (asked: AskedExchange): ExchangeRequest => ({
  path: asked.route.path,
  headers: {},
  operation: probeOperation(),
  signal: never,
  stopping: never,
  ...asked,
});

export const limited = (route: ExchangeRoute, limits: Partial<ExchangeLimits>): ExchangeRoute => ({
  ...route,
  limits: { ...route.limits, ...limits },
});

export function bytesIn(answer: ServiceAnswer | Bytes): Bytes {
  if (!(answer instanceof Bytes)) throw new Error(`no bytes, but ${JSON.stringify(answer)}`);
  return answer;
}

const png = { 'content-type': 'image/png' };
const { upload, refuseUpload, download, events, wait, raw, page, form } = probeRoutes;

/** In every adapter, bytes arrive as they were sent, and no faster than they are read. */
export function exchangeBehaviour(adapter: string, open: () => Promise<ExchangesUnderTest>): void {
  describe(`exchanges: ${adapter}`, () => {
    let under: ExchangesUnderTest;
    const ask = (asked: AskedExchange) => under.client.exchange('customers', exchangeOf(asked));
    const askForBytes = async (asked: AskedExchange) => bytesIn(await ask(asked));
    const askForEvents = async (asked: Partial<ExchangeRequest> = {}) => {
      const { body } = await askForBytes({ route: events, ...asked });
      const read: string[] = [];
      body.on('data', (chunk: Buffer) => read.push(chunk.toString())).on('error', () => undefined);
      await until('the first bytes come', () => read.length > 0);
      return { body, read };
    };

    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());
    beforeEach(() => {
      under.exchanges.committed = [];
      under.exchanges.failures = [];
      under.exchanges.taken = 0;
    });

    describe('an upload', () => {
      it('of 100 MB goes no faster than it is taken, and is answered by JSON', async () => {
        const body = new Source(LARGE);
        let ahead = 0;
        body.pause().on('data', () => (ahead = Math.max(ahead, body.produced - under.exchanges.taken)));
        const headers = { ...png, 'content-length': String(LARGE) };
        const answer = await ask({ route: upload, headers, body });
        expect(answer).toEqual({
          status: 201,
          body: { type: 'created', resource: { kind: 'customer', id: String(LARGE) } },
        });
        expect(under.exchanges.committed).toEqual([LARGE]);
        expect(ahead).toBeLessThan(ON_ITS_WAY);
      });

      it.each(['error', 'end'])(
        'whose sender goes away commits nothing, and its owner hears of it: %s',
        async (how) => {
          const body = new Readable({ read: () => undefined });
          const asked = ask({ route: upload, headers: { ...png, 'content-length': '100' }, body });
          body.push('half of it');
          await until('its owner takes some', () => under.exchanges.taken > 0);
          if (how === 'error') body.destroy(new Error('aborted'));
          else body.push(null);
          await expect(asked).rejects.toMatchObject({ code: 'BadRequest' });
          await until('its owner fails', () => under.exchanges.failures.length === 1);
          expect(under.exchanges.committed).toEqual([]);
        },
      );

      it('that nobody waits for any more commits nothing', async () => {
        const gone = new AbortController();
        const body = new Readable({ read: () => undefined });
        const asked = ask({ route: upload, headers: png, body, signal: gone.signal });
        body.push('half of it');
        await until('its owner takes some', () => under.exchanges.taken > 0);
        gone.abort();
        await expect(asked).rejects.toMatchObject({ code: 'BadRequest' });
        await until('its owner fails', () => under.exchanges.failures.length === 1);
        expect(under.exchanges.signal?.aborted).toBe(true);
        expect(under.exchanges.committed).toEqual([]);
      });

      it.each<HeaderFields>([{ 'content-length': '2000' }, {}])('of too many bytes is refused: %j', async (length) => {
        const route = limited(upload, { bytesIn: 1_999 });
        const asked = ask({ route, headers: { ...png, ...length }, body: new Source(2_000) });
        await expect(asked).rejects.toMatchObject({ code: 'PayloadTooLarge' });
        expect(under.exchanges.committed).toEqual([]);
      });

      it('that its owner refuses is not read', async () => {
        const body = new Source(LARGE);
        const answer = await ask({ route: refuseUpload, headers: png, body });
        expect(answer).toMatchObject({ status: 404, body: { type: 'error', code: 'NotFound' } });
        expect([body.readableDidRead, body.produced]).toEqual([false, 0]);
      });

      it('that does not come in time is given up', async () => {
        const body = new Readable({ read: () => undefined });
        const asked = ask({ route: limited(upload, { timeMs: 50 }), headers: png, body });
        await expect(asked).rejects.toMatchObject({ code: 'RequestTimeout' });
        expect(under.exchanges.committed).toEqual([]);
      });
    });

    describe('a download', () => {
      it('of 100 MB goes no faster than it is taken', async () => {
        const { status, headers, body } = await askForBytes({ route: download, query: { length: String(LARGE) } });
        expect([status, headers]).toEqual([200, { ...png, 'content-length': String(LARGE) }]);
        let [taken, ahead] = [0, 0];
        for await (const chunk of body as AsyncIterable<Buffer>) {
          taken += chunk.length;
          ahead = Math.max(ahead, under.exchanges.source.produced - taken);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(taken).toBe(LARGE);
        expect(ahead).toBeLessThan(ON_ITS_WAY);
      });

      it('that nobody takes any more is stopped at its owner', async () => {
        const { body } = await askForBytes({ route: download, query: { length: String(LARGE) } });
        body.destroy();
        await under.exchanges.stopped();
        expect(under.exchanges.source.produced).toBeLessThan(LARGE);
        await until('its owner is told', () => under.exchanges.signal?.aborted === true);
      });

      it('that its reader leaves where it is is cut off', async () => {
        const route = limited(download, { stalledMs: 50 });
        const { body } = await askForBytes({ route, query: { length: String(LARGE) } });
        const failed = new Promise((resolve) => body.once('error', resolve));
        body.once('readable', () => undefined);
        await failed;
        await under.exchanges.stopped();
        expect(under.exchanges.source.produced).toBeLessThan(ON_ITS_WAY);
      });

      it('of too many bytes does not end as if it were whole', async () => {
        const { body } = await askForBytes({
          route: limited(download, { bytesOut: MIB }),
          query: { length: String(2 * MIB) },
        });
        await expect(text(body)).rejects.toMatchObject({ code: 'PayloadTooLarge' });
      });

      it('that ends too early does not end as if it were whole', async () => {
        const { body } = await askForBytes({ route: download, path: '/short-downloads' });
        await expect(text(body)).rejects.toMatchObject({ code: 'BadRequest' });
      });

      it('that takes too long is cut off', async () => {
        const begun = async () => {
          const route = limited(download, { timeMs: 50 });
          const { body } = await askForBytes({ route, query: { length: String(LARGE) } });
          await until('its caller sees an error', () => body.errored !== null);
          return text(body);
        };
        await expect(begun()).rejects.toMatchObject({ code: 'RequestTimeout' });
      });
    });

    describe('a stream of events', () => {
      it('comes as it is written', async () => {
        const { body, read } = await askForEvents({ headers: { 'last-event-id': '7' } });
        under.exchanges.events.write('data: 8\n\n');
        await until('both events come', () => read.join('') === 'id: 7\n\ndata: 8\n\n');
        body.destroy();
        await until(
          'its owner is told',
          () => under.exchanges.events.destroyed && under.exchanges.signal?.aborted === true,
        );
      });

      it('ends cleanly when its caller stops', async () => {
        const stop = new AbortController();
        const { body } = await askForEvents({ stopping: stop.signal });
        stop.abort();
        await until('the stream ends', () => body.readableEnded);
        await until('its owner gives it up', () => under.exchanges.events.destroyed);
      });

      it('ends cleanly when its time is up', async () => {
        const { body } = await askForEvents({ route: limited(events, { timeMs: 1_000 }) });
        await until('the stream ends', () => body.readableEnded);
        await until('its owner gives it up', () => under.exchanges.events.destroyed);
      });

      it('ends cleanly when its source fails', async () => {
        const { body } = await askForEvents();
        under.exchanges.events.destroy(new Error('away'));
        await until('the stream ends', () => body.readableEnded);
      });

      it('ends cleanly, with all that was written, when its owner stops, which its handler is told', async () => {
        const stopping = await open();
        const { body } = bytesIn(await stopping.client.exchange('customers', exchangeOf({ route: events })));
        const whole = text(body);
        stopping.exchanges.events.write('data: last\n\n');
        expect(stopping.exchanges.stopping?.aborted).toBe(false);
        await stopping.stop();
        expect(stopping.exchanges.stopping?.aborted).toBe(true);
        expect(await whole).toBe('id: first\n\ndata: last\n\n');
        await stopping.close();
      });
    });

    it('is answered at once when its caller stops, though its owner waits', async () => {
      const stop = new AbortController();
      under.exchanges.stopping = undefined;
      const answer = ask({ route: wait, query: { wait: '3600' }, stopping: stop.signal });
      await until('its owner waits', () => under.exchanges.stopping !== undefined);
      stop.abort();
      expect(await answer).toMatchObject({ status: 200, body: { fact: 'nothing yet' } });
    });

    describe('header fields', () => {
      it('pass if the kind has them, in both directions, each as often as it is there', async () => {
        const headers = {
          cookie: 'other=1; a=1; b=2;b-1=3; ab=4; =5; flag',
          accept: 'text/html',
          'x-forwarded-for': '1.1.1.1',
          host: 'evil',
          'x-other': '1',
        };
        const answer = await askForBytes({ route: page, headers });
        expect(JSON.parse(await text(answer.body))).toEqual({
          cookie: 'a=1; b=2; b-1=3',
          accept: 'text/html',
        });
        expect([answer.status, answer.headers]).toEqual([
          302,
          { 'content-type': 'text/html', location: '/page?2', 'set-cookie': ['a=1; HttpOnly', 'b=2; Secure'] },
        ]);
      });

      it('of no other kind have cookies', async () => {
        const route = { ...page, kind: 'stream' } as const;
        const answer = await askForBytes({ route, headers: { cookie: 'a=1', range: 'bytes=0-' } });
        expect(JSON.parse(await text(answer.body))).toEqual({ range: 'bytes=0-' });
        expect(answer.headers).toEqual({ 'content-type': 'text/html' });
      });

      it('are bounded', async () => {
        const asked = ask({ route: page, headers: { cookie: `a=${'x'.repeat(9_000)}` } });
        await expect(asked).rejects.toMatchObject({ code: 'BadRequest' });
      });
    });

    it('raw bytes go and come whole, in any declared media type', async () => {
      const bytes = Buffer.from([0, 255, 254, 10]);
      const headers = { 'content-type': 'text/csv; charset=utf-16' };
      const answer = await askForBytes({ route: raw, headers, body: Readable.from([bytes]) });
      expect([answer.status, answer.headers]).toEqual([202, headers]);
      expect(Buffer.concat((await answer.body.toArray()) as Buffer[])).toEqual(bytes);
      const tooLong = ask({ route: limited(raw, { bytesOut: 3 }), headers, body: Readable.from([bytes]) });
      await expect(tooLong).rejects.toMatchObject({ code: 'PayloadTooLarge' });
    });

    it('the form of a page is read by its owner alone', async () => {
      const answer = await ask({ route: form, body: Readable.from(['a=1&a=2']) });
      expect(answer).toEqual({ status: 200, body: { type: 'fact', fact: 'a=1&a=2' } });
    });
  });
}
