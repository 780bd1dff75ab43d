import { silentLog } from '@halyard/testing/messaging';
import { until } from '@halyard/testing/waiting';
import { describe, expect, it } from '@jest/globals';
import { type TopicsOfLaterEpoch, watchEpoch } from './epoch-watch.js';
import { newestEpoch, settingsOfEpoch } from './kafka-settings.js';

const settings = { brokers: ['one:9092'], topicPrefix: 'staging.', partitions: 1, replication: 1 };

describe('the names of an epoch', () => {
  it('are those of always without a restore, and have the epoch behind the prefix after one', () => {
    expect(settingsOfEpoch(settings, 0)).toEqual(settings);
    expect(settingsOfEpoch(settings, 2)).toEqual({ ...settings, topicPrefix: 'staging.epoch-2.' });
    expect(settingsOfEpoch({ ...settings, topicPrefix: '' }, 12).topicPrefix).toBe('epoch-12.');
  });

  it.each<[string, number, string[]]>([
    ['staging.', 0, []],
    [
      'staging.',
      0,
      ['staging.customers.events.v1', 'epoch-9.customers.events.v1', 'other.epoch-3.customers.events.v1'],
    ],
    ['staging.', 12, ['staging.epoch-2.auth.events.v1', 'staging.epoch-12.auth.events.v1', 'staging.epoch-3.x']],
    ['', 4, ['epoch-4.auth.events.v1', 'staging.epoch-5.auth.events.v1']],
    ['staging.', 0, ['staging.epoch-x.auth', 'staging.epoch-7', 'staging.epochs.v1']],
  ])('behind the prefix "%s" tell the newest epoch: %s', (topicPrefix, newest, topics) => {
    expect(newestEpoch({ topicPrefix }, topics)).toBe(newest);
  });
});

describe('a process on the brokers', () => {
  it('ends once a later epoch has topics, and not for topics of its own or an earlier epoch', async () => {
    let topics = ['staging.epoch-1.auth.events.v1', 'staging.epoch-2.auth.events.v1'];
    let looks = 0;
    const over: TopicsOfLaterEpoch[] = [];
    const cluster = { topics: () => Promise.resolve(((looks += 1), topics)) };
    const onEpochOver = (error: TopicsOfLaterEpoch) => void over.push(error);
    const watch = watchEpoch({ cluster, settings, epoch: 2, onEpochOver, log: silentLog, everyMs: 5 });
    await until('some looks', () => looks > 2);
    expect(over).toEqual([]);
    topics = [...topics, 'staging.epoch-3.auth.events.v1'];
    await until('the end', () => over.length > 0);
    await watch.stop();
    expect(over).toHaveLength(1);
    expect(over[0]?.message).toMatch(/^Epoch 3 .* of epoch 2\. .*npm run after-restore$/);
  });
});
