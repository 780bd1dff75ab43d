import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { EventStoreDouble } from './eventstore-double.js';
import { startEventStoreDouble } from './eventstore-double.js';
import { unknownOptions } from './server-options.js';

const anEvent = (type: string) => jsonEvent({ id: newId(), type, data: { type }, metadata: { of: type } });

describe("the EventStoreDB double, by the client's own calls", () => {
  let double: EventStoreDouble;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    double = await startEventStoreDouble();
    client = EventStoreDBClient.connectionString(double.connectionString);
  });
  afterAll(async () => {
    await client.dispose();
    await double.close();
  });

  /** Types of the first events of a reader or a subscription. */
  async function types(source: AsyncIterable<{ event?: { type: string } }>, count = Infinity): Promise<string[]> {
    const found: string[] = [];
    for await (const { event } of source) {
      found.push(event?.type ?? '');
      if (found.length === count) break;
    }
    return found;
  }

  it.each([
    ['batchAppend', undefined],
    ['append', { username: 'one', password: 'call' }],
  ])('appends by %s, and says which revision the stream has when another was expected', async (_, credentials) => {
    const stream = `s-${newId()}`;
    const first = await client.appendToStream(stream, [anEvent('a'), anEvent('b')], {
      expectedRevision: 'no_stream',
      credentials,
    });
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
    const late = client.appendToStream(stream, anEvent('c'), { expectedRevision: 0n, credentials });
    await expect(late).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 1n });
    const nowhere = client.appendToStream(`s-${newId()}`, anEvent('c'), { expectedRevision: 0n, credentials });
    await expect(nowhere).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 'no_stream' });
  });

  it('reads streams and $all in both directions', async () => {
    const stream = `s-${newId()}`;
    const { position } = await client.appendToStream(stream, ['a', 'b', 'c'].map(anEvent));
    expect(await types(client.readStream(stream))).toEqual(['a', 'b', 'c']);
    expect(await types(client.readStream(stream, { fromRevision: 1n, maxCount: 1 }))).toEqual(['b']);
    const backwards = { direction: 'backwards', fromRevision: 'end' } as const;
    expect(await types(client.readStream(stream, { ...backwards, maxCount: 2 }))).toEqual(['c', 'b']);
    expect(await types(client.readAll({ fromPosition: position }))).toEqual(['c']);
    expect(await types(client.readAll({ direction: 'backwards', fromPosition: position, maxCount: 2 }))).toEqual([
      'c',
      'b',
    ]);
    expect(await types(client.readAll({ maxCount: 1 }))).toEqual(['$statsCollected']);
    await expect(types(client.readStream(`s-${newId()}`))).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('follows a stream, and $all by prefix with checkpoints', async () => {
    const kind = `kind-${newId()}`;
    const { position } = await client.appendToStream(`${kind}-1`, [anEvent('a'), anEvent('b')]);
    expect(await types(client.subscribeToStream(`${kind}-1`, { fromRevision: 0n }), 1)).toEqual(['b']);
    const checkpoint = new Promise((resolve) => {
      const filter = streamNameFilter({
        prefixes: [kind],
        maxSearchWindow: 10,
        checkpointReached: (_, reached) => resolve(reached.commit > (position?.commit ?? 0n)),
      });
      const subscription = client.subscribeToAll({ fromPosition: position, filter });
      subscription.on('error', () => undefined);
      subscription.on('data', () => undefined);
    });
    double.appendSystemEvents(10);
    expect(await checkpoint).toBe(true);
    const filter = streamNameFilter({ prefixes: [kind] });
    const followed = types(client.subscribeToAll({ filter }), 3);
    await client.appendToStream(`${kind}-2`, anEvent('c'));
    expect(await followed).toEqual(['a', 'b', 'c']);
  });

  /** A live subscription to a stream, and what becomes of it when more comes at once than its buffer holds. */
  async function overfill(server: EventStoreDouble): Promise<{ types: string[]; error: Error | undefined }> {
    const [writer, reader] = [server, server].map((node) => EventStoreDBClient.connectionString(node.connectionString));
    const stream = `s-${newId()}`;
    const found: string[] = [];
    const { promise: caughtUp, resolve: onCaughtUp } = Promise.withResolvers<void>();
    const { promise: error, resolve: onEnd } = Promise.withResolvers<Error | undefined>();
    const subscription = reader
      .subscribeToStream(stream)
      .on('caughtUp', onCaughtUp)
      .on('error', onEnd)
      .on('data', ({ event }) => {
        found.push(event?.type ?? '');
        if (event?.type === '40') onEnd(undefined);
      });
    await caughtUp;
    await writer.appendToStream(
      stream,
      Array.from({ length: 41 }, (_, index) => anEvent(`${index}`)),
    );
    const outcome = { types: found, error: await error };
    if (!outcome.error) await subscription.unsubscribe();
    await Promise.all([writer.dispose(), reader.dispose()]);
    return outcome;
  }

  it('drops a live subscription whose buffer of 32 events is full, as servers up to 23.10 do', async () => {
    const { types: found, error } = await overfill(double);
    expect(found.length).toBeLessThan(41);
    expect(error?.message).toContain('Consumer too slow to handle event while live');
  });

  it('has it catch up where it is to behave like 24.2', async () => {
    const later = await startEventStoreDouble({ slowSubscriptions: 'catch-up' });
    const { types: found, error } = await overfill(later);
    expect(error).toBeUndefined();
    expect(found).toEqual(Array.from({ length: 41 }, (_, index) => `${index}`));
    await later.close();
  });

  it('deletes streams, softly and for good', async () => {
    const stream = `s-${newId()}`;
    await client.appendToStream(stream, anEvent('a'));
    await client.deleteStream(stream);
    await expect(types(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-not-found' });
    const { nextExpectedRevision } = await client.appendToStream(stream, anEvent('b'), {
      expectedRevision: 'no_stream',
    });
    expect(nextExpectedRevision).toBe(1n);
    expect(await types(client.readStream(stream))).toEqual(['b']);
    await client.tombstoneStream(stream);
    await expect(types(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(client.appendToStream(stream, anEvent('c'))).rejects.toMatchObject({ type: 'stream-deleted' });
  });

  it('gives up on an append whose time is over', async () => {
    const stream = `s-${newId()}`;
    await expect(client.appendToStream(stream, anEvent('a'), { deadline: -1000 })).rejects.toMatchObject({
      type: 'deadline-exceeded',
    });
    await expect(types(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('is the double of a server that starts with no variable of its prefix that it does not know', () => {
    const environment = {
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_URL: 'esdb://a',
      EVENT_STORE_NAMESPACE: 'a',
      PATH: '',
    };
    expect(unknownOptions(environment)).toEqual(['EVENTSTORE_URL']);
  });

  it('refuses to begin where no event stands', async () => {
    const fromPosition = { commit: 1n, prepare: 1n };
    await expect(types(client.subscribeToAll({ fromPosition }))).rejects.toMatchObject({ name: 'Error' });
  });
});
