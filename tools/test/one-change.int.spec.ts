import 'reflect-metadata';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  answersOf,
  type CollectionAnswer,
  defineResource,
  type FormField,
  type ResourceAnswer,
  routesOf,
} from '@halyard/contracts';
import type { PublicRoute } from '@halyard/public-api';
import type { View } from '@halyard/gateway/hal';
import { askForChromium, foundIn, titleIn } from '@halyard/testing/chromium-offer';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Body, Controller } from '@nestjs/common';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import type { Page } from '../docs/page.ts';
import { ConsolePages } from './support/console-pages.ts';

const root = join(import.meta.dirname, '..', '..');
const source = (...path: readonly string[]): string => join(root, ...path);

const boats = {
  boat: defineResource({
    attributes: z.object({ id: z.string(), name: z.string(), masts: z.number() }),
    links: { cancel: 'write' },
    example: { attributes: { name: 'Halyard', masts: 2 } },
  }),
};
const { get, post } = routesOf('transfers', 'transactions');
const { made, resource, whole } = answersOf(boats);

/** All that is written for a kind of resource that can be created and cancelled: rows, and below the class of its body. */
const rows = {
  listBoats: get('/boats', { description: 'Lists the boats of the account.', answers: [whole('boat')] }),
  createBoat: post('/boats', { category: 'writes', description: 'Launches a boat.', answers: [made('boat')] }),
  getBoat: get('/boats/:id', { description: 'Returns a boat.', answers: [resource('boat')] }),
  cancelBoat: post('/boats/:id', {
    category: 'writes',
    description: 'Cancels a boat.',
    takes: [],
    offeredBy: { resources: { boat: { cancel: {} } } },
    answers: [resource('boat')],
  }),
};
const id = '0195b3a0-0000-7000-8000-0000000000b1';
const form = (name: keyof typeof rows) => name as string as PublicRoute;

/** The lines that people write by hand for the change, by the place where they stand. */
const touched: string[] = [
  'libs/contracts/src/boats', // the rows above
  'apps/transfers/src/boat', // the controller below
];

/** A module that already exists, in which the change adds a line. */
async function edit<Module>(path: string): Promise<Module> {
  touched.push(path);
  return (await import(source(path))) as Module;
}

/** Adds a noun before anything has read the others, and serves it. */
async function change(): Promise<void> {
  const { nouns } = await edit<{ readonly nouns: object[] }>('libs/public-api/src/nouns.ts');
  nouns.push({ routes: rows, resources: boats });
  const { Example, IsReadable, IsWhole } = await import('@halyard/input');
  const { Serves } = await import('@halyard/http');
  const { TransfersModule } = await edit<{ readonly TransfersModule: object }>(
    'apps/transfers/src/transfers.module.ts',
  );

  @Example({ name: 'Halyard', masts: 2 })
  class CreateBoatDto {
    @IsReadable(50)
    name!: string;

    @IsWhole(1, 5)
    masts!: number;
  }

  @Controller()
  class BoatsController {
    @Serves(rows.listBoats)
    list(): void {}

    @Serves(rows.createBoat)
    create(@Body() _: CreateBoatDto): void {}

    @Serves(rows.getBoat)
    get(): void {}

    @Serves(rows.cancelBoat)
    cancel(): void {}
  }
  const controllers = Reflect.getMetadata('controllers', TransfersModule) as readonly object[];
  Reflect.defineMetadata('controllers', [...controllers, BoatsController], TransfersModule);
}

const offer = await askForChromium();

describe('a route with a form, of which only the rows and the class of the body are written', () => {
  let described: object;
  let types: string;
  let forms: Readonly<Record<string, readonly { readonly fields: readonly FormField[] }[]>>;
  let pages: readonly Page[];
  let collection: ReadonlyMap<string, string>;
  let server: Server;
  let baseUrl: string;
  let browser: Browser | undefined;
  const sent: { readonly path: string; readonly body: string }[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'halyard-change-'));

  beforeAll(async () => {
    // In place of the file that the build would write.
    jest.unstable_mockModule(source('apps/gateway/src/rendering/write-forms.ts'), () => ({
      formsOfWrite: (name: string) => forms[name] ?? [],
    }));
    await change();
    const { openApiDocument } = await import('../openapi/document.ts');
    const { clientTypes } = await import('../client/types.ts');
    const { formsDocument } = await import('../forms/document.ts');
    const { sitePages } = await import('../docs/pages.ts');
    const { collectionFiles } = await import('../collections/collection.ts');
    [described, types, forms] = [
      JSON.parse(JSON.stringify(openApiDocument())) as object,
      await clientTypes(openApiDocument()),
      formsDocument(),
    ];
    [pages, collection] = [sitePages(), collectionFiles()];
    server = await suiteOf(sent, await ConsolePages.make(folder));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'p.json'), JSON.stringify({ baseUrl, accountId: 'a', key: 'k', secret: 's' }));
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Answers boats as the gateway renders them. */
  async function suiteOf(asked: typeof sent, console: ConsolePages): Promise<Server> {
    const { render } = await import('@halyard/gateway/hal');
    const { ref } = await import('@halyard/contracts');
    const { answerType } = (await import(source('apps/gateway/src/media/answer-type.ts'))) as {
      readonly answerType: (accepted: string, vendor: string) => View['type'];
    };
    const type = answerType('application/prs.hal-forms+json', 'application/vnd.service.v1.hal+json');
    const kind = 'boat' as ResourceAnswer['kind'];
    const one = { type: 'resource', kind, id, attributes: { id, name: 'Halyard', masts: 2 }, links: {} } as const;
    const answered = (path: string): ResourceAnswer | CollectionAnswer =>
      path === '/boats'
        ? { type: 'collection', self: ref(form('listBoats')), of: kind, items: [one], total: 1 }
        : { ...one, links: { cancel: ref(form('cancelBoat'), id) } as ResourceAnswer['links'] };
    const started = createServer((request, response) => {
      void text(request).then((body) => {
        const { method, headers } = request;
        const path = (request.url ?? '').replace(/^\/console\/api/, '');
        if (path.startsWith('/console')) return console.answer(path, response);
        if (path === '/token') return response.end('{"access_token":"t","expires_in":3600}');
        if (method === 'POST') asked.push({ path, body });
        if (method === 'POST' && path === '/boats') return response.writeHead(201, { location: `/boats/${id}` }).end();
        const [applicationId, accountId, may] = ['p', 'a', 'read-write-transact'] as const;
        const caller = { kind: 'application', applicationId, accountId, scopes: ['transactions'], may } as const;
        const view: View = { baseUrl: `http://${headers.host ?? ''}`, type, query: {}, caller };
        return response.end(JSON.stringify(render(answered(path), view)));
      });
    }).listen(0, '127.0.0.1');
    await once(started, 'listening');
    return started;
  }

  async function halyard(...args: readonly string[]) {
    const { runWith } = await import('@halyard/cli');
    const { nounsOf } = await import('../command-line/nouns.ts');
    const [printed, noted]: [string[], string[]] = [[], []];
    const context = {
      env: { HOME: folder },
      print: (line: string) => void printed.push(line),
      note: (line: string) => void noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: new AbortController().signal,
    };
    const line = ['node', 'halyard', '--connection', join(folder, 'p.json'), ...args];
    return { code: await runWith(line, context, nounsOf(described)), printed, noted };
  }
  const completed = async (typed: string): Promise<readonly string[]> => {
    const profile = join(folder, 'p.json');
    return (await halyard('complete', '--', `halyard --connection ${profile} ${typed}`)).printed;
  };

  it('touches the places that the documentation names for a new noun, and no others; they are few, and so are the concepts', () => {
    const guide = readFileSync(source('docs/adding-a-feature.md'), 'utf8');
    const [, table = ''] = /^## A new route\n(.*?)^## /ms.exec(guide) ?? [];
    const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, place = '']) => place);
    const places = touched.map((place) => place.replace(/\bboats?\b/, '<noun>').replaceAll('transfers', '<service>'));
    expect([...places, 'docs/openapi.json'].sort()).toEqual(named.sort());
    expect(places.length).toBeLessThanOrEqual(4);
    const [, concepts = ''] = /^\| A route with a list .*\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
    expect(concepts.trim().split('\n').length).toBeLessThanOrEqual(15);
  });

  it('is in the document that is served', () => {
    expect(described).toMatchObject({
      paths: { '/boats': { post: { operationId: 'createBoat' }, get: {} }, '/boats/{id}': { get: {} } },
      components: { schemas: { Boat: { properties: { masts: { type: 'number' } } }, CreateBoatRequest: {} } },
    });
  });

  it('has types', () => {
    expect(types).toContain("'/boats': Call<CreateBoatData, CreateBoatResponses, 'body'>");
    expect(types).toMatch(/export type CreateBoatRequest = \{[^}]*name: string[^}]*masts: number/);
  });

  it('has a form, with its rules', () => {
    expect(forms['createBoat']?.[0]?.fields).toMatchObject([
      { name: 'name', isRequired: true },
      { name: 'masts', isRequired: true },
    ]);
  });

  it('has pages, with its fields, for curl, the command line and TypeScript', () => {
    const page = pages.find(({ slug }) => slug === 'api/createBoat')?.text ?? '';
    for (const part of ['Launches a boat.', '- `masts` *integer', 'halyard boats create', "client.post('/boats'"])
      expect(page).toContain(part);
    expect(pages.map(({ slug }) => slug)).toContain('resources/boat');
  });

  it('is in the collection', () => {
    expect([...collection.keys()].filter((file) => /boat/i.test(file))).toHaveLength(4);
  });

  it('has commands, which are driven by its form', async () => {
    expect(await halyard('boats', 'list', '--json')).toMatchObject({ code: 0, printed: [expect.stringContaining(id)] });
    const create = ['boats', 'create', '--set', 'name=Halyard', '--set'];
    expect(await halyard(...create, 'masts=6')).toMatchObject({ code: 2, noted: [expect.stringContaining('masts')] });
    expect((await halyard(...create, 'masts=2')).code).toBe(0);
    expect((await halyard('boats', 'cancel', id)).code).toBe(0);
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/boats', '{"name":"Halyard","masts":2}'],
      [`/boats/${id}`, expect.stringMatching(/^(?:\{\})?$/)],
    ]);
  });

  it('is completed, with ids and fields', async () => {
    expect(await completed('boats ')).toEqual(expect.arrayContaining(['list', 'get', 'create', 'cancel']));
    expect(await completed('boats get ')).toEqual([id]);
    expect(await completed('boats create --set m')).toEqual(['masts=']);
  });

  const inBrowser = offer.missing === undefined ? it : it.skip;
  inBrowser(
    titleIn('has pages in the console, which list, create and cancel', offer),
    async () => {
      browser = await chromium.connect(foundIn(offer).endpoint);
      const page = await browser.newPage();
      const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      sent.length = 0;
      expect((await page.goto(`${baseUrl}/console/boats`))?.status()).toBe(200);
      await heading('Boats');
      expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Masts']);
      await page.getByRole('link', { name: 'Create boat' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create boat' });
      await dialog.locator('[name=name]').fill('Halyard');
      await dialog.locator('[name=masts]').fill('2');
      await dialog.getByRole('button', { name: 'Create boat', exact: true }).click();
      await heading('Halyard');
      expect(page.url()).toBe(`${baseUrl}/console/boats/${id}`);
      expect(await page.getByRole('list', { name: 'Belongs to it' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('dialog', { name: 'Cancel' }).getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Cancel: done' }).waitFor();
      expect(sent.map(({ path, body }) => [path, body])).toEqual([
        ['/boats', '{"name":"Halyard","masts":2}'],
        [`/boats/${id}`, expect.stringMatching(/^(?:\{\})?$/)],
      ]);
      expect((await page.goto(`${baseUrl}/console/rafts`))?.status()).toBe(404);
    },
    60_000,
  );
});
