import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startEventStoreDouble, type EventStoreDouble } from '@halyard/testing/eventstore-double';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSigned } from '@halyard/testing/certificate';
import { blocksOf } from '@halyard/testing/page-blocks';
import { append, aStream, SubscriptionListener, types } from '../../test/behaviour/support.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

const denied = {
  name: 'EventStoreUnavailable',
  message: 'The event store denies access. Check user, password and rights of EVENTSTORE_URL',
};

const PAGE = 'docs/how-to/run-it-distributed.md';

/** A server that others use, too, with the rights that the page asks for. */
describe('on a server with users', () => {
  let folder: string;
  let double: EventStoreDouble;
  let administrator: EventStoreDBClient;
  let connectAs: (login: string) => string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-store-'));
    const tls = await selfSigned();
    await writeFile(join(folder, 'ca.pem'), tls.certificate);
    const users = [
      { name: 'admin', password: 'changeit', groups: ['$admins'] },
      { name: 'halyard', password: 'secret' },
    ];
    double = await startEventStoreDouble({ tls, users });
    const authority = encodeURIComponent(join(folder, 'ca.pem'));
    connectAs = (login) => `esdb://${login}localhost:${double.port}?tls=true&tlsCaFile=${authority}`;
    administrator = EventStoreDBClient.connectionString(connectAs('admin:changeit@'));
  });
  afterAll(async () => {
    await administrator.dispose();
    await double.close();
    await rm(folder, { recursive: true });
  });

  /** Gives the user the right to read $all, as an administrator does who copies the program. */
  const runProgramOfPage = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', blocksOf(PAGE, 'js').join('\n')], {
      cwd: import.meta.dirname,
      env: { ADMIN_URL: connectAs('admin:changeit@') },
    });

  it.each(['', 'halyard:wrong@', 'nobody:secret@'])(
    'a store without a user whom it knows is denied (%p)',
    async (login) => {
      const store = new EventStoreDbEventStore(connectAs(login));
      await expect(store.head()).rejects.toMatchObject(denied);
      await expect(append(store, aStream(), 'no-stream', 'a')).rejects.toMatchObject(denied);
      await store.close();
    },
  );

  it('a user needs the right to read $all, and no other that an administrator must give', async () => {
    const store = new EventStoreDbEventStore(connectAs('halyard:secret@'));
    const stream = aStream();
    await append(store, stream, 'no-stream', 'a');
    await expect(store.head()).rejects.toMatchObject(denied);
    await runProgramOfPage();
    const listening = new SubscriptionListener(store, 0n, stream);
    await listening.until(() => listening.position >= 1n);
    await listening.until(() => listening.events.length === 1);
    await listening.stop();
    expect(await types(store, stream)).toEqual(['a']);
    expect(await store.head()).toBe(listening.position);
    await store.close();
  });

  it('a stream that the user may not write to holds up no other', async () => {
    const store = new EventStoreDbEventStore(connectAs('halyard:secret@'));
    const [closed, open] = [aStream(), aStream()];
    await administrator.setStreamMetadata(`halyard_${closed}`, { acl: { writeRoles: ['$admins'] } });
    const results = await Promise.allSettled([
      append(store, closed, 'no-stream', 'a'),
      append(store, open, 'no-stream', 'a'),
    ]);
    expect(results).toMatchObject([{ reason: denied }, { value: { revision: 0 } }]);
    await store.close();
  });
});
