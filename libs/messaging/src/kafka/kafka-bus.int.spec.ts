import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName, Topic } from '@halyard/contracts';
import { REPUBLISH_REQUESTS } from '@halyard/contracts/topics';
import { newId } from '@halyard/core';
import type { Identities } from '@halyard/persistence';
import { testIdentities } from '@halyard/testing/identities';
import type { Admin, Message } from 'kafkajs';
import { Kafka, logLevel } from './kafkajs.js';
import { kafkaForTests } from '@halyard/testing/kafka';
import { type KafkaHarness, kafkaHarness } from '../../test/kafka-harness.js';
import { eventOf } from '@halyard/testing/messaging';
import { Listener, newGroup, newKeys, ofKeys } from '../../test/behaviour/bus-bench.js';
import { expectEventually, gate, until } from '@halyard/testing/waiting';
import { GroupOffsets } from '../tail/group-offsets.js';
import type { MessageBus } from '../message-bus.js';
import type { Message as BusMessage, Strangeness } from '../message-bus.js';
import { messageBusBehaviour } from '../../test/message-bus.behaviour.js';
import { encodeEvent } from './event-encoding.js';
import { signAll } from './message-signature.js';

const topic: Topic = 'customers.events.v1';
const kafka = await kafkaForTests();

kafka.describe('on a real broker', () => {
  messageBusBehaviour('KafkaBus', () => kafkaHarness(kafka.brokers), ['transactions', 'connections', 'disorder']);

  describe('KafkaBus', () => {
    let harness: KafkaHarness;
    let admin: Admin;
    const open: MessageBus[] = [];

    const openBus = (): MessageBus => {
      const bus = harness.openBus();
      open.push(bus);
      return bus;
    };
    const listen = async (listener: Listener, group = newGroup()): Promise<string> => {
      await openBus().consume({ group, topics: [topic], onBatch: listener.onBatch });
      return group;
    };
    const nameOf = (name: string): string => harness.settings.topicPrefix + name;

    beforeAll(async () => {
      harness = await kafkaHarness(kafka.brokers);
      admin = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((bus) => bus.close()));
    });
    afterAll(async () => {
      await admin.disconnect();
      await harness.close();
    });

    it('makes topics with the partitions that are asked for', async () => {
      const [key = ''] = newKeys(1);
      const listener = new Listener();
      await listen(listener);
      await harness.tell(key);
      await expectEventually(() => expect(listener.heard).toContain(`${key}:1`));
      const { topics } = await admin.fetchTopicMetadata({ topics: [nameOf(topic)] });
      expect(topics[0]?.partitions).toHaveLength(3);
    });

    it('publishes again for the group that asked alone', async () => {
      const [key = '', next = ''] = newKeys(2);
      const [asking, other] = [new Listener(), new Listener()];
      const group = await listen(asking);
      await listen(other);
      await harness.tell(key, key);
      for (const { heard } of [asking, other])
        await expectEventually(() => expect(ofKeys(heard, [key])).toHaveLength(2));
      await openBus().rewind(group, topic);
      await expectEventually(() => expect(ofKeys(asking.heard, [key])).toHaveLength(4));
      await harness.tell(next, key);
      await expectEventually(() => expect(ofKeys(other.heard, [key, next])).toHaveLength(4));
      expect(ofKeys(other.heard, [key])).toEqual([`${key}:1`, `${key}:2`, `${key}:3`]);
    });

    describe('hands on what is not its source’s as foreign, and what comes after it:', () => {
      const strangers: Topic = 'auth.events.v1';
      const encoded = encodeEvent(eventOf('k', 1));
      const by = (service: ServiceName, installation?: string) => testIdentities(service, installation);
      const signed = (identities: Identities, of: Topic, ...messages: readonly Message[]) =>
        signAll(identities, of, messages);

      it.each<[string, () => Promise<readonly Message[]>, Strangeness | undefined]>([
        ['what is no JSON', () => Promise.resolve([{ key: 'k', value: '{not json' }]), 'unsigned'],
        ['nothing', () => Promise.resolve([{ key: 'k', value: null }]), 'unsigned'],
        ['what nobody signed', () => Promise.resolve([encoded]), 'unsigned'],
        ['what another service signed', () => signed(by('transfers'), strangers, encoded), 'unknown-key'],
        ['what another installation signed', () => signed(by('auth', 'other'), strangers, encoded), 'unknown-key'],
        ['what was signed for another topic', () => signed(by('auth'), topic, encoded), 'bad-signature'],
        ['what was changed', async () => changed(await signed(by('auth'), strangers, encoded)), 'bad-signature'],
        ['and not what its source signed', () => signed(by('auth'), strangers, encoded), undefined],
      ])('%s', async (_, messages, foreign) => {
        const heard: unknown[] = [];
        const mark = newId();
        const onBatch = (brought: readonly BusMessage[]): Promise<void> => Promise.resolve(void heard.push(...brought));
        await openBus().consume({ group: newGroup(), topics: [strangers], onBatch });
        const last = await signed(by('auth'), strangers, { key: 'k', value: JSON.stringify(mark) });
        await harness.cluster.ensureTopic(strangers);
        await harness.cluster.send(strangers, [...(await messages()), ...last]);
        await expectEventually(() => expect(heard.at(-1)).toEqual({ content: mark, foreign: undefined }));
        expect(heard.at(-2)).toMatchObject({ foreign });
      });

      const changed = (messages: readonly Message[]): Message[] =>
        messages.map((message) => ({ ...message, value: String(message.value).replace('verified', 'suspended') }));
    });

    it('serves no request that a stranger has written, and none of a service for another’s group', async () => {
      const [key = ''] = newKeys(1);
      const [asking, honest] = [new Listener(), new Listener()];
      const group = await listen(asking);
      const other = await listen(honest);
      await harness.tell(key);
      for (const { heard } of [asking, honest]) await expectEventually(() => expect(heard).toContain(`${key}:1`));
      const request = { key: topic, value: JSON.stringify({ group, topic }) };
      const forged = await signAll(testIdentities('webhooks'), REPUBLISH_REQUESTS, [request]);
      await harness.cluster.ensureTopic(REPUBLISH_REQUESTS);
      await harness.cluster.send(REPUBLISH_REQUESTS, [request, ...forged]);
      await openBus().rewind(other, topic);
      await expectEventually(() => expect(ofKeys(honest.heard, [key])).toHaveLength(2));
      expect(ofKeys(asking.heard, [key])).toHaveLength(1);
    });

    it('brings a new group also what the topic has dropped already', async () => {
      const keys = newKeys(30);
      const before = new Listener();
      await listen(before);
      await harness.tell(...keys);
      await expectEventually(() => expect(ofKeys(before.heard, keys)).toHaveLength(30));
      const ranges = await harness.cluster.rangesOf(topic);
      const partitions = ranges.map(({ partition, high }) => ({ partition, offset: String(high) }));
      await admin.deleteTopicRecords({ topic: nameOf(topic), partitions });
      const late = new Listener();
      const [group, bus] = [newGroup(), openBus()];
      expect(await bus.isAwaiting(group, topic)).toBe(true);
      await listen(late, group);
      const hasAll = async () => !(await bus.isAwaiting(group, topic)) && (await bus.lag(group, topic)) === 0;
      await until('the group has all that there is', hasAll);
      expect(new Set(ofKeys(late.heard, keys)).size).toBe(30);
    });

    it('fills a topic again that has lost all that it held', async () => {
      const [key = ''] = newKeys(1);
      const before = new Listener();
      await listen(before);
      await harness.tell(key);
      await expectEventually(() => expect(before.heard).toContain(`${key}:1`));
      await Promise.all(open.splice(0).map((bus) => bus.close()));
      await admin.deleteTopics({ topics: [nameOf(topic)] });
      await harness.tell(key);
      const after = new Listener();
      await listen(after);
      await expectEventually(() =>
        expect(new Set(ofKeys(after.heard, [key]))).toEqual(new Set([`${key}:1`, `${key}:2`])),
      );
    });

    it('gets the whole history in the topics of a new epoch, and nothing of the one before, whose processes end', async () => {
      const [key = ''] = newKeys(1);
      const over: Error[] = [];
      const { topicPrefix } = harness.settings;
      const earlier = new Listener();
      const group = await listen(earlier);
      await harness.tell(key);
      await expectEventually(() => expect(ofKeys(earlier.heard, [key])).toEqual([`${key}:1`]));

      const restored = await kafkaHarness(kafka.brokers, { topicPrefix, epoch: 1 });
      const original = await kafkaHarness(kafka.brokers, { topicPrefix, onEpochOver: (error) => over.push(error) });
      try {
        await restored.tell(key, key);
        const heard = new Listener();
        const bus = restored.openBus();
        await bus.consume({ group, topics: [topic], onBatch: heard.onBatch });
        await expectEventually(() => expect(ofKeys(heard.heard, [key])).toEqual([`${key}:1`, `${key}:2`]));
        await harness.tell(key);
        await expectEventually(() => expect(ofKeys(earlier.heard, [key])).toEqual([`${key}:1`, `${key}:2`]));
        await restored.tell(key);
        await expectEventually(() => expect(ofKeys(heard.heard, [key])).toContain(`${key}:3`));
        expect(ofKeys(heard.heard, [key])).toEqual([`${key}:1`, `${key}:2`, `${key}:3`]);
        await expectEventually(() => expect(over[0]?.message).toContain('Epoch 1'));
        await bus.close();
      } finally {
        await Promise.all([restored.close(), original.close()]);
      }
    });

    it('does not let a relay that was overtaken move the checkpoint', async () => {
      const [key = ''] = newKeys(1);
      const listener = new Listener();
      await listen(listener);
      const offsets = new GroupOffsets(harness.customers);
      const old = await offsets.load('relay', topic);
      await harness.tell(key);
      await expectEventually(async () => expect(await offsets.load('relay', topic)).not.toEqual(old));
      const now = await offsets.load('relay', topic);
      await offsets.move('relay', topic, old, { xid: '1', position: '1' });
      expect(await offsets.load('relay', topic)).toEqual(now);
    });

    it('lets nothing of a member count whose partitions have gone to another meanwhile', async () => {
      const [key = ''] = newKeys(1);
      const [entered, goOn] = [gate(), gate()];
      const stuck = new Listener(async (names) => {
        if (ofKeys(names, [key]).length === 0) return;
        entered.open();
        await goOn.opened;
      });
      const takenOver = gate();
      const successor = new Listener((names) => {
        if (ofKeys(names, [key]).length > 0) takenOver.open();
      });
      const group = await listen(stuck);
      await harness.tell(key);
      await entered.opened;
      await listen(successor, group);
      await takenOver.opened;
      await harness.tell(key);
      await expectEventually(() => expect(ofKeys(successor.heard, [key])).toEqual([`${key}:1`, `${key}:2`]));
      const committed = await harness.cluster.committedOf(group, topic);
      goOn.open();
      await expectEventually(() => expect(ofKeys(stuck.heard, [key])).toEqual([`${key}:1`]));
      await harness.tell(key);
      const heard = (): string[] => ofKeys([...stuck.heard, ...successor.heard], [key]);
      await expectEventually(() => expect(heard()).toContain(`${key}:3`));
      for (const [partition, offset = 0] of await harness.cluster.committedOf(group, topic)) {
        expect(offset).toBeGreaterThanOrEqual(committed.get(partition) ?? 0);
      }
    });
  });
});
