import type { Topic } from '@halyard/contracts';
import { isId } from '@halyard/core';
import type { DataSource } from 'typeorm';

const PAGE_KEYS = 1_000;

interface HandledKey {
  readonly consumer: string;
  readonly key: string;
  readonly sequence: string;
}

/**
 * Sets a consumer's progress back where it is further than the owner of a topic: the owner was restored to an earlier
 * moment than the consumer, and will give the same sequences to other events. Messages that wait from the lost future
 * are dropped. May be repeated, before either serves.
 *
 * @returns how many keys were set back
 */
export async function followOwner(consumer: DataSource, topic: Topic, owner: DataSource): Promise<number> {
  let setBack = 0;
  let after: readonly [string, string] = ['', ''];
  for (;;) {
    const page = await consumer.query<HandledKey[]>(
      `SELECT consumer, key,
         greatest(sequence, (SELECT max(waiting.sequence) FROM inbox_waiting AS waiting
           WHERE (waiting.consumer, waiting.topic, waiting.key) = (inbox.consumer, inbox.topic, inbox.key))) AS sequence
       FROM inbox WHERE topic = $1 AND (consumer, key) > ($2, $3) ORDER BY consumer, key LIMIT ${PAGE_KEYS}`,
      [topic, ...after],
    );
    const last = page.at(-1);
    if (!last) return setBack;
    after = [last.consumer, last.key];
    setBack += await setBackPage(consumer, topic, await aheadOf(page, owner));
  }
}

/** The keys of a page that are further than their owner, with the last sequence that the owner has. */
async function aheadOf(page: readonly HandledKey[], owner: DataSource): Promise<readonly HandledKey[]> {
  const rows = await owner.query<{ key: string; sequence: string }[]>(
    'SELECT key, max(sequence) AS sequence FROM history WHERE key = ANY ($1::uuid[]) GROUP BY key',
    [page.map(({ key }) => key).filter(isId)],
  );
  const ends = new Map(rows.map(({ key, sequence }) => [key, sequence]));
  return page
    .map((handled) => ({ ...handled, end: ends.get(handled.key) ?? '0' }))
    .filter(({ sequence, end }) => BigInt(sequence) > BigInt(end))
    .map(({ end, ...handled }) => ({ ...handled, sequence: end }));
}

async function setBackPage(dataSource: DataSource, topic: Topic, keys: readonly HandledKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  const values = [
    topic,
    keys.map(({ consumer }) => consumer),
    keys.map(({ key }) => key),
    keys.map(({ sequence }) => sequence),
  ];
  const known = `unnest($2::text[], $3::text[], $4::bigint[]) AS known (consumer, key, sequence)`;
  const ofKey = (table: string) =>
    `${table}.topic = $1 AND (${table}.consumer, ${table}.key) = (known.consumer, known.key)`;
  await dataSource.transaction(async (tx) => {
    await tx.query(
      `DELETE FROM inbox_waiting USING ${known} WHERE ${ofKey('inbox_waiting')}
         AND inbox_waiting.sequence > known.sequence`,
      values,
    );
    await tx.query(
      `DELETE FROM inbox_skips USING ${known} WHERE ${ofKey('inbox_skips')} AND inbox_skips.sequence > known.sequence`,
      values,
    );
    // A failure stays if it is of an event that the owner still has.
    await tx.query(
      `DELETE FROM inbox_failures USING ${known} WHERE ${ofKey('inbox_failures')}
         AND NOT EXISTS (SELECT FROM inbox_waiting WHERE ${ofKey('inbox_waiting')})`,
      values,
    );
    await tx.query(
      `UPDATE inbox SET sequence = least(inbox.sequence, known.sequence),
         waits = waits AND EXISTS (SELECT FROM inbox_failures WHERE ${ofKey('inbox_failures')})
       FROM ${known} WHERE ${ofKey('inbox')}`,
      values,
    );
  });
  return keys.length;
}
