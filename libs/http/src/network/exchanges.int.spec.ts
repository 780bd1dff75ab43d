import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExchangeRoute, HeaderFields } from '@halyard/contracts';
import { until } from '@halyard/testing/waiting';
import { NOBODY, Surroundings } from '../../test/calls.js';
import { newEnvelopes, type ProbeProcess } from '../../test/probe-process.js';
import { probeOperation } from '../behaviour-service.js';
import { bytesIn, exchangeOf } from '../../test/exchange.behaviour.js';
import { probeRoutes, Source } from '../exchange/exchange-probe.js';
import { ENVELOPE_HEADER, type SealedExchange } from './principal-envelope.js';
import { BODY_SIGNATURE, STREAMED_TYPE } from './streamed-body.js';

const { upload, download, events } = probeRoutes;
const png = { 'content-type': 'image/png' };
const bound = { service: 'customers', method: 'POST', target: '/uploads' } as const;
const digestOf = (body: string) => createHash('sha256').update(body).digest('base64url');

let under: Surroundings;
beforeEach(() => {
  under = new Surroundings();
});
afterEach(() => under.end());

describe('an upload between processes', () => {
  const gateway = newEnvelopes();
  let process: ProbeProcess;
  beforeEach(async () => {
    process = await under.process();
  });

  const seal = (fields: HeaderFields = png, to = process): SealedExchange => {
    const offered = { operation: probeOperation(), fields, hasBody: true };
    return gateway.sealExchange(bound, offered, { instance: to.envelopes.instance });
  };

  const send = async (header: string, body: string, signature?: string): Promise<{ status: number; code: unknown }> => {
    const outgoing = httpRequest(`${process.url}/uploads`, {
      method: 'POST',
      agent: false,
      headers: { [ENVELOPE_HEADER]: header, 'content-type': STREAMED_TYPE, trailer: BODY_SIGNATURE },
    });
    if (signature !== undefined) outgoing.addTrailers({ [BODY_SIGNATURE]: signature });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { code } = JSON.parse(await text(incoming)) as { code?: unknown };
    return { status: incoming.statusCode ?? 0, code };
  };

  it('is committed when it is what the gateway saw, and once', async () => {
    const { header, signBody } = seal({ ...png, 'content-length': '4' });
    const signature = signBody(digestOf('body'));
    expect(await send(header, 'body', signature)).toEqual({ status: 201, code: undefined });
    expect(await send(header, 'body', signature)).toEqual({ status: 401, code: 'InvalidCredentials' });
    expect(process.exchanges.committed).toEqual([4]);
  });

  it.each<[string, number, () => Promise<{ status: number; code: unknown }>]>([
    ['another body', 401, () => sendAs(seal(), 'body', 'Body')],
    ['less of it', 401, () => sendAs(seal(), 'body', 'bod')],
    ['no signature', 401, () => send(seal().header, 'body')],
    ['rubbish as a signature', 401, () => send(seal().header, 'body', 'e30')],
    ['the signature of another request', 401, () => send(seal().header, 'body', seal().signBody(digestOf('body')))],
    ['another length than was declared', 400, () => sendAs(seal({ ...png, 'content-length': '5' }), 'body', 'body')],
    ['another media type than was vouched for', 401, () => sendAs(withType(seal(), 'text/html'), 'body', 'body')],
    ['what was for another process', 401, async () => sendAs(seal(png, await under.process()), 'body', 'body')],
  ])('is not committed: %s', async (_, status, attempt) => {
    expect(await attempt()).toMatchObject({ status });
    expect(process.exchanges.committed).toEqual([]);
  });

  const sendAs = ({ header, signBody }: SealedExchange, signed: string, sent: string) =>
    send(header, sent, signBody(digestOf(signed)));

  function withType({ header, signBody }: SealedExchange, type: string): SealedExchange {
    const [from, to, encoded = '', signature] = header.split('.');
    const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as object;
    const changed = JSON.stringify({ ...envelope, fields: { 'content-type': type } });
    return { header: [from, to, Buffer.from(changed).toString('base64url'), signature].join('.'), signBody };
  }

  it('is offered to the next process by one that is not there, and by one that stops', async () => {
    const stopped = await under.process();
    await stopped.drain(0);
    const client = under.client([NOBODY, stopped.url, process.url]);
    for (let sent = 1; sent <= 6; sent += 1) {
      const { status } = await client.exchange(
        'customers',
        exchangeOf({ route: upload, headers: png, body: new Source(10) }),
      );
      expect(status).toBe(201);
    }
    expect(process.exchanges.committed).toHaveLength(6);
  });

  it('is sent nowhere else when the process that takes it dies', async () => {
    const other = await under.process();
    const client = under.client([process.url, other.url]);
    const body = new Readable({ read: () => undefined });
    body.push('half of it');
    const sent = client.exchange('customers', exchangeOf({ route: upload, headers: png, body }));
    const taking = () => [process, other].filter(({ exchanges }) => exchanges.taken > 0);
    await until('one takes it', () => taking().length > 0);
    await taking()[0]?.kill();
    await expect(sent).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(taking()).toHaveLength(1);
    expect(under.lines).toHaveLength(1);
  });
});

describe('an answer of a process that dies', () => {
  const begun = async (route: ExchangeRoute, query = {}) => {
    const process = await under.process();
    const client = under.client([process.url]);
    const { body } = bytesIn(await client.exchange('customers', exchangeOf({ route, query })));
    const [first] = (await once(body, 'data')) as [Buffer];
    await process.kill();
    return { body, first };
  };

  it('is a clean end of a stream of events, whose clients ask again', async () => {
    const { body, first } = await begun(events);
    expect(first.toString() + (await text(body))).toBe('id: first\n\n');
  });

  it('is no end of anything else', async () => {
    const { body } = await begun(download, { length: '100000000' });
    await expect(text(body)).rejects.toMatchObject({ code: 'BadRequest' });
  });
});
