import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SmtpDouble } from '@halyard/testing/smtp-double';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { connectionFaults } from '../database/connections.js';
import { topicFaults } from './broker.js';
import { bucketFaults, folderFault, lookAtDocuments } from './documents.js';
import { lookAtMail, mailFault } from './mail.js';

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('topics', () => {
  const settings = { topicPrefix: 'a.', replication: 3 };
  const topics = ['auth', 'customers', 'funding-sources', 'transfers', 'webhooks'].map(
    (service) => `a.${service}.events.v1`,
  );
  const whole = topics.map((topic) => [topic, { assigned: 3, inSync: 3 }] as const);
  const namesOf = (changes: Readonly<Record<string, { assigned: number; inSync: number } | undefined>>) => {
    const replicas = [...new Map([...whole, ...Object.entries(changes)])];
    const present = replicas.flatMap(([topic, stored]) => (stored ? [[topic, stored] as const] : []));
    return topicFaults(settings, { replicas: new Map(present) }, new Set(['auth', 'customers'] as const)).map(
      ({ check, service }) => [check, service],
    );
  };

  it('are sound with as many replicas as the settings ask for', () => expect(namesOf({})).toEqual([]));

  it('are missing, unless nothing was published yet', () => {
    expect(namesOf({ 'a.webhooks.events.v1': undefined })).toEqual([]);
    expect(namesOf({ 'a.auth.events.v1': undefined })).toEqual([['topic-missing', 'auth']]);
  });

  it('have too few replicas, or replicas that are behind', () => {
    expect(namesOf({ 'a.auth.events.v1': { assigned: 1, inSync: 1 } })).toEqual([['topic-replicas-few', 'auth']]);
    expect(namesOf({ 'a.webhooks.events.v1': { assigned: 3, inSync: 2 } })).toEqual([
      ['topic-replicas-behind', 'webhooks'],
    ]);
  });
});

describe('connections', () => {
  const namesOf = (allowed: number, used: number, pools: number[]) =>
    connectionFaults('postgres:5432', { allowed, used }, pools).map(({ check }) => check);

  it('are enough, too few for all pools, or used up', () => {
    expect(namesOf(97, 50, [8, 8, 8])).toEqual([]);
    expect(namesOf(20, 5, [8, 8, 8])).toEqual(['connections-too-few']);
    expect(namesOf(100, 91, [8])).toEqual(['connections-used-up']);
  });
});

describe('mail', () => {
  const env = (url: string) => ({ env: { MAIL: 'smtp', SMTP_URL: url, MAIL_FROM: 'no-reply@example.com' } });
  let server: SmtpDouble;
  beforeAll(async () => {
    server = await SmtpDouble.listen();
  });
  afterAll(() => server.close());

  it('is not looked at while letters are files', async () => {
    expect(await lookAtMail({ env: {} })).toBeUndefined();
  });

  it('is sound if the server answers, and gets no letter', async () => {
    expect(await lookAtMail(env(server.url))).toEqual([]);
    expect(server.messages).toEqual([]);
  });

  it('is not reached, or refuses the log-in, and no password is told', async () => {
    const found = await lookAtMail(env('smtp://ada:hide-this@127.0.0.1:1'));
    expect(found).toEqual([mailFault('not-reached', '127.0.0.1:1')]);
    const strict = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(new Error('Nobody is known here')),
    });
    strict.listen(0, '127.0.0.1');
    await once(strict.server, 'listening');
    const refused = await lookAtMail(env(`smtp://ada:hide-this@127.0.0.1:${portOf(strict.server)}`));
    strict.close();
    expect(refused?.map(({ check }) => check)).toEqual(['mail-refuses-login']);
    expect(JSON.stringify([found, refused])).not.toContain('hide-this');
  });
});

describe('the storage of documents', () => {
  const env = (endpoint: string) => ({
    DOCUMENTS_S3_ENDPOINT: endpoint,
    DOCUMENTS_S3_BUCKET: 'papers',
    DOCUMENTS_S3_ACCESS_KEY_ID: 'a',
    DOCUMENTS_S3_SECRET_ACCESS_KEY: 'hide-this',
  });
  const dataDir = tmpdir();

  it('is not looked at while documents are in the database', async () => {
    expect(await lookAtDocuments({ env: {}, dataDir })).toBeUndefined();
  });

  it('is asked for its bucket, and nothing else', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method ?? ''} ${url ?? ''}`);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await lookAtDocuments({ env: env(`http://127.0.0.1:${portOf(server)}`), dataDir })).toEqual([]);
    expect(asked).toEqual(['HEAD /papers']);
    server.close();
  });

  it('is not reached, has no bucket, or denies access', async () => {
    const found = await lookAtDocuments({ env: env('http://127.0.0.1:1'), dataDir });
    expect(found?.map(({ check }) => check)).toEqual(['documents-not-reached']);
    expect(JSON.stringify(found)).not.toContain('hide-this');
    const namesOf = (status: number) => bucketFaults(status, 's3', 'papers').map(({ check }) => check);
    expect([200, 404, 403, 301].map(namesOf)).toEqual([
      [],
      ['documents-bucket-missing'],
      ['documents-access-denied'],
      ['documents-access-denied'],
    ]);
  });

  it('has a folder that the user may write to, or make', () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-doctor-'));
    expect(folderFault(join(folder, 'on-their-way'))).toEqual([]);
    expect(folderFault('/proc/self/on-their-way').map(({ check }) => check)).toEqual(['documents-folder-not-writable']);
    rmSync(folder, { recursive: true });
  });
});
