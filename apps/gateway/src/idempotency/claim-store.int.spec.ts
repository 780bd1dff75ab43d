import { randomUUID } from 'node:crypto';
import { newId } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { testClock } from '../../test/fakes.js';
import { DatabaseStage } from '../../test/gateway-stage.js';
import { GatewayConfig } from '../config.js';
import { type ClaimRequest, ClaimStore } from './claim-store.js';

const TO_MIDNIGHT_MS = 12 * 60 * 60_000;

describe('ClaimStore', () => {
  const database = new DatabaseStage();

  const storeAt = (offsetMs: number): ClaimStore => {
    const clock = testClock();
    clock.advance(offsetMs);
    return new ClaimStore(database.dataSource, clock, new GatewayConfig());
  };
  const wish = (id: string): ClaimRequest => ({
    id,
    accountId: randomUUID(),
    holder: newId(),
    operationId: newId(),
    hash: 'same',
    sealedRequest: Buffer.from([1, 2, 3]),
  });

  it('gives a key to one of many, also where their clocks stand on both sides of midnight', async () => {
    const stores = [storeAt(TO_MIDNIGHT_MS - 1), storeAt(TO_MIDNIGHT_MS + 1)];
    await Promise.all(stores.map((store) => store.claim(wish(randomUUID()))));
    for (let round = 0; round < 25; round += 1) {
      const keys = Array.from({ length: 200 }, () => randomUUID());
      const claims = await Promise.all(keys.flatMap((key) => stores.map((store) => store.claim(wish(key)))));
      const operations = new Set(claims.map(({ operationId }) => operationId));
      expect([claims.length, operations.size]).toEqual([400, 200]);
    }
  });

  it('answers each wish of a batch with its own claim', async () => {
    const store = storeAt(0);
    const wishes = Array.from({ length: 400 }, () => wish(randomUUID()));
    const claims = await Promise.all(wishes.map((one) => store.claim(one)));
    expect(claims.map(({ id, holder, operationId }) => ({ id, holder, operationId }))).toEqual(
      wishes.map(({ id, holder, operationId }) => ({ id, holder, operationId })),
    );
  });

  it('keeps the answer that came first', async () => {
    const store = storeAt(0);
    const claim = await store.claim(wish(randomUUID()));
    await store.settle(claim, { how: 'complete', sealedAnswer: Buffer.from('first') });
    await store.settle(claim, { how: 'complete', sealedAnswer: Buffer.from('second') });
    await store.settle(claim, { how: 'release' });
    expect((await store.claim(wish(claim.id))).sealedAnswer?.toString()).toBe('first');
  });

  it('lets nobody free or end a claim that another has taken over, but anyone of the operation answer it', async () => {
    const clock = testClock();
    const store = new ClaimStore(database.dataSource, clock, new GatewayConfig());
    const slow = await store.claim(wish(randomUUID()));
    clock.advance(60_000);
    const taker = wish(slow.id);
    const taken = await store.claim(taker);
    expect([taken.holder, taken.operationId]).toEqual([taker.holder, slow.operationId]);
    for (const how of ['release', 'suspend'] as const) await store.settle(slow, { how });
    expect((await store.claim(wish(slow.id))).holder).toBe(taker.holder);
    await store.settle(slow, { how: 'complete', sealedAnswer: Buffer.from('done') });
    expect((await store.claim(wish(slow.id))).sealedAnswer?.toString()).toBe('done');
  });
});
