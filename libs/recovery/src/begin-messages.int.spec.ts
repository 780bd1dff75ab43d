import type { StoringService } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { TestSealer } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { RestoredService } from './restored-service.js';
import { beginMessages } from './begin-messages.js';

const topic = 'customers.events.v1';

describe('the messages of restored services', () => {
  const opened: TestServices[] = [];
  let owner: DataSource;
  let key: string;
  beforeEach(async () => {
    const services = await createServices('customers', 'transfers');
    opened.push(services);
    owner = services.dataSourceOf('customers');
    key = newId();
  });
  afterEach(async () => {
    for (const services of opened.splice(0)) await services.close();
  });

  const restored = (name: StoringService, dataSource: DataSource): RestoredService => ({
    name,
    source: undefined,
    data: {
      ...{ dataSource, sealer: new TestSealer(), eventStore: undefined, clock: new TestClock() },
      logger: createLogger({ service: name, level: 'silent' }),
    },
  });
  const handle = (dataSource: DataSource): Promise<unknown> =>
    dataSource.query(`INSERT INTO inbox (consumer, topic, key, sequence) VALUES ('facts', $1, $2, 3)`, [topic, key]);
  const sequenceOf = async (dataSource: DataSource): Promise<unknown> => {
    const [row] = await dataSource.query<{ sequence: string }[]>('SELECT sequence FROM inbox WHERE key = $1', [key]);
    return row?.sequence;
  };

  it('are set back for a consumer whose database is newer than that of the owner, and people are told', async () => {
    const newer = await createServices('transfers');
    opened.push(newer);
    const consumer = newer.dataSourceOf('transfers');
    await handle(consumer);
    expect(await beginMessages([restored('customers', owner), restored('transfers', consumer)])).toEqual([
      'transfers: 1 keys of customers.events.v1 were ahead of customers, and are set back.',
    ]);
    expect(await sequenceOf(consumer)).toBe('0');
  });

  it('agree where all services are in one database, so nothing is compared', async () => {
    const [services] = opened;
    if (!services) throw new Error('no services');
    const consumer = services.dataSourceOf('transfers');
    await handle(consumer);
    expect(await beginMessages([restored('customers', owner), restored('transfers', consumer)])).toEqual([]);
    expect(await sequenceOf(consumer)).toBe('3');
  });
});
