import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@halyard/testing/waiting';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { startCustomers } from '../../../test/customers.js';
import { customersConfig } from '../../config.js';
import { documentStorage } from './choose-storage.js';
import { documentStorageBehaviour, type StorageUnderTest } from './document-storage.behaviour.js';
import { PostgresStorage } from './postgres-storage.rows.js';
import { S3Storage } from './s3-storage.js';

documentStorageBehaviour('Postgres', async () => {
  const service = await startCustomers();
  return { storage: new PostgresStorage(service.dataSource), close: () => service.stop() };
});

/** A server that speaks S3: `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0` */
const SERVER = process.env['TEST_S3_SERVER'] ?? 'versitygw';
const hasServer = spawnSync(SERVER, ['--version']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function startS3(): Promise<StorageUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-s3-'));
  const port = await freePort();
  const keys = { accessKeyId: 'tester', secretAccessKey: 'only-for-tests' };
  const server = spawn(
    SERVER,
    [
      '--port',
      `127.0.0.1:${port}`,
      '--access',
      keys.accessKeyId,
      '--secret',
      keys.secretAccessKey,
      'posix',
      '--nometa',
      folder,
    ],
    { stdio: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await eventually('the server answers', () => fetch(endpoint));
  spawnSync('mkdir', [join(folder, 'papers')]);
  const bucket = { endpoint, bucket: 'papers', region: 'us-east-1', ...keys };
  const storage = new S3Storage(bucket, join(folder, 'spool'));
  return {
    storage,
    close: async () => {
      await storage.onModuleDestroy();
      server.kill();
      await once(server, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

if (hasServer) documentStorageBehaviour('S3', startS3);
else
  describe.skip(`S3, of which no server is here: set TEST_S3_SERVER to a versitygw`, () =>
    it('is not run', () => undefined));

describe('where documents are kept', () => {
  const s3 = {
    DOCUMENTS_S3_ENDPOINT: 'http://127.0.0.1:1',
    DOCUMENTS_S3_BUCKET: 'papers',
    DOCUMENTS_S3_ACCESS_KEY_ID: 'a',
    DOCUMENTS_S3_SECRET_ACCESS_KEY: 'b',
  };

  it.each([
    [{}, PostgresStorage],
    [s3, S3Storage],
  ])('follows from the settings %j', (env, adapter) => {
    expect(documentStorage(new DataSource({ type: 'postgres' }), customersConfig(env))).toBeInstanceOf(adapter);
  });

  it.each(Object.keys(s3))('is not started without %s beside the others', (missing) => {
    expect(() => customersConfig({ ...s3, [missing]: undefined })).toThrow(/DOCUMENTS_S3_ENDPOINT.*together/);
  });

  it('may be away, which the same request may outlast', async () => {
    const storage = documentStorage(new DataSource({ type: 'postgres' }), customersConfig(s3));
    await expect(storage.remove('x')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
