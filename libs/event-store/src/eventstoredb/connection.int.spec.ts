import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerUnusable } from '@halyard/core';
import { EventStoreClusterDouble, startEventStoreDouble } from '@halyard/testing/eventstore-double';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '@halyard/testing/certificate';
import { eventually } from '@halyard/testing/waiting';
import { anEvent, append, aStream, SubscriptionListener, types } from '../../test/behaviour/support.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

const unavailable = { name: 'EventStoreUnavailable' };

describe('a connection over TLS', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'event-store-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('is made with the authority, the user and the password of the connection string', async () => {
    const tls = await selfSigned();
    await writeFile(join(folder, 'ca.pem'), tls.certificate);
    const double = await startEventStoreDouble({
      tls,
      users: [{ name: 'writer', password: 's:cr/t', groups: ['$admins'] }],
    });
    const at = `localhost:${double.port}?tls=true&tlsCaFile=${encodeURIComponent(join(folder, 'ca.pem'))}`;
    const secured = new EventStoreDbEventStore(`esdb://writer:s%3Acr%2Ft@${at}`);
    const stream = aStream();
    await append(secured, stream, 'no-stream', 'a');
    expect(await types(secured, stream)).toEqual(['a']);
    const unknown = new EventStoreDbEventStore(`esdb://writer:wrong@${at}`);
    await expect(unknown.head()).rejects.toMatchObject(unavailable);
    await Promise.all([secured.close(), unknown.close()]);
    await double.close();
  });

  it('is made with the certificate of a user', async () => {
    const [tls, user] = await Promise.all([selfSigned(), selfSigned()]);
    const file = (name: string): string => join(folder, name);
    await writeFile(file('ca.pem'), tls.certificate);
    await writeFile(file('user.pem'), user.certificate);
    await writeFile(file('user.key'), user.key);
    const double = await startEventStoreDouble({ tls, userCertificates: user.certificate });
    const at = `esdb://localhost:${double.port}?tls=true&tlsCaFile=${encodeURIComponent(file('ca.pem'))}`;
    const [cert, key] = ['user.pem', 'user.key'].map((name) => encodeURIComponent(file(name)));
    const known = new EventStoreDbEventStore(`${at}&userCertFile=${cert}&userKeyFile=${key}`);
    expect(await known.head()).toBe(0n);
    const stranger = new EventStoreDbEventStore(at);
    await expect(stranger.head()).rejects.toMatchObject(unavailable);
    await Promise.all([known.close(), stranger.close()]);
    await double.close();
  });

  it('is refused where a file of the connection string is not there, without its password', () => {
    const open = (): unknown => new EventStoreDbEventStore('esdb://admin:hunter2@host?tls=true&tlsCaFile=%2Fnowhere');
    expect(open).toThrow(ServerUnusable);
    expect(open).toThrow('File was not found');
    expect(open).not.toThrow('hunter2');
  });
});

describe('a cluster', () => {
  let cluster: EventStoreClusterDouble;
  let store: EventStoreDbEventStore;
  beforeEach(async () => {
    cluster = await EventStoreClusterDouble.start();
    store = new EventStoreDbEventStore(
      `${cluster.connectionString}&defaultDeadline=1000&gossipTimeout=1&maxDiscoverAttempts=1`,
    );
  });
  afterEach(async () => {
    await store.close();
    await cluster.close();
  });

  it.each([
    ['its names', () => cluster.connectionString],
    [
      'the name of one node, by which the others are found',
      () => `esdb+discover://127.0.0.1:${cluster.leaderPort}?tls=false`,
    ],
    ['its names, with a preference for followers', () => `${cluster.connectionString}&nodePreference=follower`],
  ])('is used by %s', async (_, connectionString) => {
    const other = new EventStoreDbEventStore(connectionString());
    const stream = aStream();
    await append(other, stream, 'no-stream', 'a');
    await append(store, stream, 0, 'b');
    expect(await types(other, stream)).toEqual(['a', 'b']);
    await other.close();
  });

  it('goes on under another leader, whether the old one is gone or stays', async () => {
    const stream = aStream();
    const listening = new SubscriptionListener(store, 0n, stream);
    await append(store, stream, 'no-stream', 'a');
    cluster.elect();
    await append(store, stream, 0, 'b');
    await cluster.leader.goAway();
    cluster.elect();
    await append(store, stream, 1, 'c');
    await listening.until(() => listening.events.length === 3);
    await listening.stop();
    expect(listening.types()).toEqual(['a', 'b', 'c']);
  });

  it('goes on once an answer has been waited for in vain, where the leader keeps its connections', async () => {
    const stream = aStream();
    const listening = new SubscriptionListener(store, 0n, stream);
    await append(store, stream, 'no-stream', 'a');
    await listening.until(() => listening.events.length === 1);
    const { leader } = cluster;
    leader.faults.isFrozen = true;
    cluster.elect();
    await expect(append(store, stream, 0, 'lost')).rejects.toMatchObject(unavailable);
    const again = { stream, expected: 0, events: [anEvent('b')] };
    await eventually('another node is found', () => store.append(again));
    await listening.until(() => listening.events.length === 2);
    await listening.stop();
    expect(await types(store, stream)).toEqual(['a', 'b']);
  });

  it('waits while it elects a leader', async () => {
    const stream = aStream();
    await append(store, stream, 'no-stream', 'a');
    const asked = cluster.beginElection();
    const appending = append(store, stream, 0, 'b');
    const reading = types(store, stream, { count: 1 });
    await asked;
    cluster.elect();
    expect(await appending).toMatchObject({ revision: 1 });
    expect(await reading).toEqual(['a']);
  });

  it('is unavailable in time where no node answers', async () => {
    for (const { faults } of cluster.members) faults.isFrozen = true;
    await expect(store.head()).rejects.toMatchObject(unavailable);
    await expect(append(store, aStream(), 'no-stream', 'a')).rejects.toMatchObject(unavailable);
  });
});
