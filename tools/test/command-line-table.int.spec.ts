import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runWith } from '@halyard/cli';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membersTable } from '../command-line/members.ts';
import { nounsOf } from '../command-line/nouns.ts';
import { commandLineTable } from '../command-line/table.ts';
import { derivedFiles } from '../derived-files.ts';
import { openApiDocument } from '../openapi/document.ts';
import { textOf } from './support/yaml.ts';

it('what the command line knows of the API is what the build makes of the document', () => {
  const [table, members] = derivedFiles['command-line'].map(textOf);
  expect(table).toBe(commandLineTable(openApiDocument()));
  expect(members).toBe(membersTable(openApiDocument()));
});

/** The document with a kind of resource that no code names. */
function documentWithBoats(): object {
  const { paths, components, ...rest } = openApiDocument() as {
    readonly paths: Readonly<Record<string, object>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const link = { $ref: '#/components/schemas/Link' };
  const boat = { type: 'object', properties: { _links: { properties: { self: link, sink: link, crew: link } } } };
  const boats = {
    type: 'object',
    properties: { _links: { properties: { self: link } }, _embedded: { type: 'object' }, total: { type: 'integer' } },
  };
  const read = (schema: string, parameters: object[] = []) => ({
    get: {
      operationId: schema,
      description: `Reads ${schema}.`,
      'x-category': 'reads',
      parameters,
      responses: {
        200: {
          content: { 'application/vnd.service.v1.hal+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
        },
      },
    },
  });
  const colour = { name: 'hullColour', in: 'query', schema: { type: 'string', enum: ['red', 'blue'] } };
  return {
    ...rest,
    paths: { ...paths, '/boats': read('BoatList', [colour]), '/boats/{id}': read('Boat') },
    components: { ...components, schemas: { ...components.schemas, Boat: boat, BoatList: boats } },
  };
}

describe('a route with a form that is added to the document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-boats-'));
  const asked: { method: string; path: string; body: unknown }[] = [];
  let server: Server;
  let base = '';

  const templates = () => ({
    default: {
      method: 'POST',
      target: `${base}/boats`,
      properties: [
        { name: 'name', required: true },
        { name: 'mast.height', type: 'number', required: true, min: 1 },
      ],
    },
  });
  const answers = (): Readonly<Record<string, object>> => ({
    'POST /token': { access_token: 'a.b.c', expires_in: 3_600 },
    'GET /boats': {
      _links: { self: { href: `${base}/boats` } },
      _embedded: { boats: [{ id: '1' }, { id: '2' }] },
      total: 2,
      _templates: templates(),
    },
    'GET /boats?hullColour=red': { _links: {}, _embedded: { boats: [{ id: '2' }] }, total: 1 },
    'GET /boats/1': {
      id: '1',
      _links: { self: { href: `${base}/boats/1` }, crew: { href: `${base}/boats/1/crew` } },
      _templates: { sink: { method: 'DELETE', target: `${base}/boats/1`, properties: [] } },
    },
    'GET /boats/1/crew': { captain: 'Ada', _links: {} },
    'DELETE /boats/1': { id: '1', status: 'sunk', _links: {} },
  });

  beforeAll(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { method = '', url = '' } = request;
        if (url !== '/token') asked.push({ method, path: url, body: body === '' ? undefined : JSON.parse(body) });
        if (method === 'POST' && url === '/boats')
          return response.writeHead(201, { location: `${base}/boats/1` }).end();
        const answer = answers()[`${method} ${url}`];
        response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { code: 'NotFound', message: '' }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'p.json'), JSON.stringify({ baseUrl: base, accountId: 'a', key: 'k', secret: 's' }));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const nouns = nounsOf(documentWithBoats());
  const halyard = async (...args: readonly string[]) => {
    const printed: string[] = [];
    const noted: string[] = [];
    asked.length = 0;
    const context = {
      env: { HOME: folder },
      print: (line: string) => void printed.push(line),
      note: (line: string) => void noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: new AbortController().signal,
    };
    const all = ['node', 'halyard', '--connection', join(folder, 'p.json'), ...args];
    const code = await runWith(all, context, nouns);
    return { code, printed, noted: noted.join('\n') };
  };

  it('is listed, with its filters', async () => {
    expect(await halyard('boats', 'list', '--json')).toMatchObject({ code: 0, printed: ['{"id":"1"}', '{"id":"2"}'] });
    expect(await halyard('boats', 'list', '--hull-colour', 'red', '--json')).toMatchObject({ printed: ['{"id":"2"}'] });
    expect((await halyard('boats', 'list', '--hull-colour', 'green')).code).toBe(2);
  });

  it('is filled in and sent', async () => {
    const made = await halyard('boats', 'create', '--set', 'name=1', '--set', 'mast.height=12.5', '--json');
    expect(made).toMatchObject({ code: 0, printed: [expect.stringContaining(`"location":"${base}/boats/1"`)] });
    expect(asked[1]).toEqual({ method: 'POST', path: '/boats', body: { name: '1', mast: { height: 12.5 } } });
    const low = await halyard('boats', 'create', '--set', 'name=1', '--set', 'mast.height=0');
    expect([low.code, low.noted]).toEqual([2, 'halyard: mast.height: must be at least 1']);
    expect(asked).toHaveLength(1);
  });

  it('does what its links and templates are called', async () => {
    expect(await halyard('boats', 'crew', '1')).toMatchObject({ code: 0, printed: ['captain: Ada'] });
    expect(await halyard('boats', 'sink', '1', '--json')).toMatchObject({
      code: 0,
      printed: ['{"resource":{"id":"1","status":"sunk","_links":{}}}'],
    });
  });
});
