import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DynamicModule, Global, Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { LOGGER, Metrics } from '@halyard/observability';
import { DataSource, type EntityManager } from 'typeorm';
import { ManualTime, silentLog } from '@halyard/testing/messaging';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { eventOf } from '@halyard/testing/messaging';
import { Consumers } from './inbox/consumers.js';
import { ConsumersModule } from './consumers.module.js';
import { DueWork } from '@halyard/background';
import { EventConsumer } from './inbox/consumer.js';
import { InMemoryBus } from './testing/in-memory-bus.js';
import { MessageBus } from './message-bus.js';
import { ParkedKeyList } from './inbox/parking.js';
import { SERVICE_NAME } from '@halyard/observability';

const topic: Topic = 'customers.events.v1';

/** Not started: nothing is due here. */
function dueWorkOf(dataSource: DataSource): DueWork {
  const scheduler = new ManualTime();
  return new DueWork({ dataSource, schema: 'transfers', clock: scheduler.clock, scheduler, log: silentLog });
}

@Injectable()
class Names {
  readonly heard: string[] = [];
}

@Injectable()
class FirstConsumer extends EventConsumer {
  readonly name: string = 'first';
  readonly topics = [topic];

  constructor(readonly names: Names) {
    super();
  }

  handle(events: readonly CloudEvent[], _tx: EntityManager): Promise<void> {
    this.names.heard.push(...events.map((event) => `${this.name} ${event.partitionkey}`));
    return Promise.resolve();
  }
}

@Injectable()
class SecondConsumer extends FirstConsumer {
  override readonly name = 'second';
}

@Injectable()
class NamesakeConsumer extends FirstConsumer {}

describe('ConsumersModule', () => {
  let services: TestServices;
  const bus = new InMemoryBus();
  const metrics = new Metrics();

  @Global()
  @Module({})
  class Surroundings {
    static of(dataSource: DataSource): DynamicModule {
      const providers = [
        { provide: DataSource, useValue: dataSource },
        { provide: MessageBus, useValue: bus },
        { provide: DueWork, useValue: dueWorkOf(dataSource) },
        { provide: Clock, useValue: new ManualTime().clock },
        { provide: LOGGER, useValue: silentLog },
        { provide: Metrics, useValue: metrics },
        { provide: SERVICE_NAME, useValue: 'transfers' },
      ];
      return { module: Surroundings, providers, exports: providers.map(({ provide }) => provide) };
    }
  }
  const start = async (...consumers: Parameters<typeof ConsumersModule.register>[0]) => {
    @Module({ imports: [ConsumersModule.register(consumers)], providers: [Names] })
    class Service {}
    const imports = [Surroundings.of(services.dataSourceOf('transfers')), Service];
    return (await Test.createTestingModule({ imports }).compile()).init();
  };

  beforeAll(async () => {
    services = await createServices('transfers');
  });
  afterAll(() => services.close());

  it('runs the consumers from start to shutdown, with what the module has that registers them', async () => {
    const app = await start(FirstConsumer, SecondConsumer);
    const { heard } = app.get(Names, { strict: false });
    const { runners } = app.get(Consumers, { strict: false });
    expect(runners.map(({ group }) => group)).toEqual(['transfers.first', 'transfers.second']);
    bus.tell(topic, eventOf('a', 1));
    await bus.settled();
    expect([...heard].sort()).toEqual(['first a', 'second a']);
    expect(await app.get(ParkedKeyList, { strict: false }).list()).toEqual([]);
    const scraped = await metrics.registry.metrics();
    expect(scraped).toContain('halyard_consumer_lag_events{service="transfers",consumer="first"} 0');
    expect(scraped).toContain('halyard_parked_keys{service="transfers"} 0');
    await services.dataSourceOf('transfers').query(
      `INSERT INTO inbox_failures (consumer, topic, key, cause, attempts, failed_at, held_at)
       VALUES ('first', $1, 'b', 'no ink', 9, now(), now()), ('first', $1, 'c', 'no ink', 9, now(), now())`,
      [topic],
    );
    const parked = async () =>
      [
        ...(await metrics.registry.metrics()).matchAll(
          /^halyard_parked_key_age_seconds\{service="transfers",key="(\w)"\} [\d.e-]+$/gm,
        ),
      ].map(([, key]) => key);
    expect(await parked()).toEqual(['b']);
    await services.dataSourceOf('transfers').query(`DELETE FROM inbox_failures WHERE key = 'b'`);
    expect(await parked()).toEqual(['c']);
    await services.dataSourceOf('transfers').query(`TRUNCATE inbox_failures`);
    expect(await parked()).toEqual([]);
    await app.close();
    bus.tell(topic, eventOf('b', 1));
    await bus.settled();
    expect(heard).toHaveLength(2);
  });

  it('refuses to start two consumers of one name', async () => {
    await expect(start(FirstConsumer, NamesakeConsumer)).rejects.toThrow('first');
  });
});
