// Runs: embedded
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runWith } from '@halyard/cli';
import { createClient, TemplateError } from '@halyard/client';
import { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client as Ketting } from 'ketting';
import { askWithForms, HAL_FORMS, sendForm, templatesIn } from './support/hal-forms.js';

/** A kind of resource that this suite does not have, in a state that no status of its own is called. */
const gadget = (baseUrl: string) => ({
  _links: {
    self: { href: `${baseUrl}/gadgets/7`, type: HAL_FORMS, 'resource-type': 'gadget' },
    recalibrate: { href: `${baseUrl}/gadgets/7/calibrations`, type: HAL_FORMS, 'resource-type': 'gadget' },
  },
  id: '7',
  status: 'wobbling',
  torque: { value: '3.50', unit: 'Nm' },
  _templates: {
    recalibrate: {
      title: 'Recalibrate',
      method: 'POST',
      target: `${baseUrl}/gadgets/7/calibrations`,
      contentType: 'application/json',
      properties: [
        { name: 'torque.value', prompt: 'Torque', type: 'number', required: true, min: 1, max: 9, step: 0.5 },
        { name: 'torque.unit', prompt: 'Unit', type: 'hidden', required: true, value: 'Nm' },
        { name: 'axes.0.name', prompt: 'Axis', type: 'text', required: false, maxLength: 3 },
        {
          name: 'mode',
          prompt: 'Mode',
          type: 'text',
          required: true,
          options: { inline: [{ prompt: 'Gentle', value: 'gentle' }] },
        },
      ],
    },
  },
});
const values = { 'torque.value': 4.5, 'axes.0.name': 'x', 'axes.1.name': 'y', mode: 'gentle' };
const sent = { torque: { value: 4.5, unit: 'Nm' }, axes: [{ name: 'x' }, { name: 'y' }], mode: 'gentle' };

describe('a resource that no client was written for', () => {
  let server: Server;
  let baseUrl: string;
  const received: unknown[] = [];

  async function answerTo(request: IncomingMessage): Promise<readonly [number, object, object]> {
    const body = await text(request);
    if (body.startsWith('grant_type='))
      return [200, {}, { access_token: 'a-token', token_type: 'Bearer', expires_in: 3_600 }];
    if (request.method !== 'POST') return [200, {}, gadget(baseUrl)];
    received.push([request.url, JSON.parse(body)]);
    return [201, { location: `${baseUrl}/gadgets/8` }, {}];
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      void answerTo(request).then(([status, headers, body]) => {
        const type = 'access_token' in body ? 'application/json' : HAL_FORMS;
        response
          .writeHead(status, { 'content-type': type, ...headers })
          .end(status === 201 ? '' : JSON.stringify(body));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  beforeEach(() => {
    received.length = 0;
  });

  const connection = () => ({ baseUrl, authUrl: `${baseUrl}/auth`, accountId: '1', key: 'key', secret: 'secret' });
  const wasSent = () => expect(received).toEqual([['/gadgets/7/calibrations', sent]]);

  it('is shown and sent by the client, which knows its fields and their rules from its form alone', async () => {
    const client = createClient({ baseUrl, key: 'key', secret: 'secret' });
    const resource = gadget(baseUrl);
    expect(await client.submit(resource, 'recalibrate', values, { read: false })).toMatchObject({
      location: `${baseUrl}/gadgets/8`,
    });
    wasSent();
    for (const wrong of [{ 'torque.value': 10 }, { mode: 'rough' }, { 'axes.1.name': 'long' }, { other: 1 }]) {
      const refused = client.submit(resource, 'recalibrate', { ...values, ...wrong });
      await expect(refused).rejects.toThrow(TemplateError);
    }
    expect(received).toHaveLength(1);
  });

  it('is shown and sent by the command line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-unknown-'));
    await writeFile(join(folder, 'demo.json'), JSON.stringify(connection()));
    const printed: string[] = [];
    const noted: string[] = [];
    const halyard = (...args: readonly string[]) =>
      runWith(['node', 'halyard', '--json', ...args], {
        env: { HOME: folder, DATA_DIR: folder },
        print: (line) => printed.push(line),
        note: (line) => noted.push(line),
        readInput: () => Promise.resolve(''),
        signal: new AbortController().signal,
      });
    const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    try {
      expect([await halyard('get', '/gadgets/7'), noted]).toEqual([0, []]);
      expect(JSON.parse(printed[0] ?? '')).toMatchObject({ status: 'wobbling', torque: { value: '3.50' } });
      expect([await halyard('do', '/gadgets/7', 'recalibrate', ...set), noted]).toEqual([0, []]);
      wasSent();
      expect(await halyard('do', '/gadgets/7', 'polish')).toBe(3);
      expect(noted.join(' ')).toContain('recalibrate');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is sent by what knows the contract of forms alone, and read by a client of others', async () => {
    const client = await HalClient.open(connection());
    const template = templatesIn((await askWithForms(client, '/gadgets/7')).body)['recalibrate'];
    if (!template) throw new Error('there is no template');
    const all = new Map<string, unknown>([['torque.unit', 'Nm'], ...Object.entries(values)]);
    expect((await sendForm(client, template, all)).status).toBe(201);
    expect(received).toEqual([['/gadgets/7/calibrations', expect.objectContaining(sent)]]);
    await client.close();

    const action = (await new Ketting(baseUrl).go('/gadgets/7').get()).action('recalibrate');
    expect([action.method, action.uri, action.fields.map(({ name }) => name)]).toEqual([
      'POST',
      `${baseUrl}/gadgets/7/calibrations`,
      ['torque.value', 'torque.unit', 'axes.0.name', 'mode'],
    ]);
  });
});
