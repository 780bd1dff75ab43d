import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { EventStoreDouble } from './eventstore-double.js';
import { startEventStoreDouble } from './eventstore-double.js';

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

  it('refuses to begin where no event stands', async () => {
    const fromPosition = { commit: 1n, prepare: 1n };
    await expect(types(client.subscribeToAll({ fromPosition }))).rejects.toMatchObject({ name: 'Error' });
  });
});
