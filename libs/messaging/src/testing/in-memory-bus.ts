import type { ServiceName, Topic } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { placeOf } from '../inbox/incoming.js';
import {
  type ConsumeOptions,
  type BusReader,
  type FollowOptions,
  type Message,
  MessageBus,
  type Strangeness,
  type KeyTail,
} from '../message-bus.js';
import type { Worker } from '@halyard/background';

const BATCH_MAX = 500;

interface Member {
  readonly onBatch: ConsumeOptions['onBatch'];
  readonly topics: readonly Topic[];
}

interface Progress {
  count: number;
}

interface Group {
  readonly members: Set<Member>;
  /** A rewind puts a new entry here, so that a batch in flight moves only the old one. */
  readonly progress: Map<Topic, Progress>;
  /** Batches that the group has asked for and not yet got. */
  readonly again: { readonly topic: Topic; readonly batch: readonly Message[] }[];
  working: Promise<void> | undefined;
}

/** The bus for tests. It keeps every message, so that late or rewound groups get all of them. */
export class InMemoryBus extends MessageBus {
  private readonly opened: Worker[] = [];
  private readonly messages: Map<Topic, Message[]>;
  /** Messages that the topic has lost. Only the source still has them. */
  private readonly lost: Map<Topic, Message[]>;
  private readonly groups: Map<string, Group>;

  /** @param shared another bus, if this one is to be another process on the same topics and groups */
  constructor(shared?: InMemoryBus) {
    super();
    this.messages = shared?.messages ?? new Map<Topic, Message[]>();
    this.lost = shared?.lost ?? new Map<Topic, Message[]>();
    this.groups = shared?.groups ?? new Map<string, Group>();
  }

  tell(topic: Topic, ...messages: readonly unknown[]): void {
    this.bring(topic, messages);
  }

  intrude(topic: Topic, foreign: Strangeness, ...messages: readonly unknown[]): void {
    this.bring(topic, messages, foreign);
  }

  /** Makes the topic lose messages. The source still has them for groups that ask. */
  lose(topic: Topic, ...messages: readonly unknown[]): void {
    this.lost.set(topic, [...(this.lost.get(topic) ?? []), ...messages.map((content) => ({ content }))]);
  }

  /**
   * Resolves once every group has handled everything that was published. It does not resolve while a batch keeps
   * failing.
   */
  async settled(): Promise<void> {
    for (;;) {
      const working = [...this.groups.values()].flatMap((group) => group.working ?? []);
      if (working.length === 0) return;
      await Promise.all(working);
    }
  }

  publish(_service: ServiceName): Promise<Worker> {
    return Promise.resolve({ stop: () => Promise.resolve() });
  }

  outboxAgeSeconds(_service: ServiceName): Promise<number> {
    return Promise.resolve(0);
  }

  consume({ group: name, topics, onBatch }: ConsumeOptions): Promise<Worker> {
    const group = this.groupOf(name);
    const member: Member = { onBatch, topics };
    group.members.add(member);
    this.work(group);
    const stop = async (): Promise<void> => {
      group.members.delete(member);
      await group.working;
      this.work(group);
    };
    this.opened.push({ stop });
    return Promise.resolve({ stop });
  }

  async follow({ name, topics, onBatch }: FollowOptions): Promise<BusReader> {
    const due = new Map(topics.map((topic) => [topic, this.messagesOf(topic).length]));
    let reached = (): void => undefined;
    const caughtUp = new Promise<void>((resolve) => (reached = resolve));
    const count = (topic: Topic, handled: number): void => {
      due.set(topic, (due.get(topic) ?? 0) - handled);
      if ([...due.values()].every((left) => left <= 0)) reached();
    };
    topics.forEach((topic) => count(topic, 0));
    const running = await this.consume({
      group: `${name} ${newId()}`,
      topics,
      onBatch: async (messages, topic) => {
        const proven = messages.filter(({ foreign }) => foreign === undefined);
        if (proven.length > 0) await onBatch(proven, topic);
        count(topic, messages.length);
      },
    });
    return { ...running, caughtUp };
  }

  rewind(name: string, topic: Topic): Promise<void> {
    const group = this.groupOf(name);
    group.progress.set(topic, { count: 0 });
    this.work(group);
    return Promise.resolve();
  }

  askFor(name: string, topic: Topic, wanted: readonly KeyTail[]): Promise<void> {
    const group = this.groupOf(name);
    const held = [
      ...this.messagesOf(topic).filter(({ foreign }) => foreign === undefined),
      ...(this.lost.get(topic) ?? []),
    ];
    group.again.push({ topic, batch: held.filter(({ content }) => isWanted(content, wanted)) });
    this.work(group);
    return Promise.resolve();
  }

  isAwaiting(_group: string, _topic: Topic): Promise<boolean> {
    return Promise.resolve(false);
  }

  lag(name: string, topic: Topic): Promise<number> {
    return Promise.resolve(this.messagesOf(topic).length - progressOf(this.groupOf(name), topic).count);
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((running) => running.stop()));
  }

  private bring(topic: Topic, contents: readonly unknown[], foreign?: Strangeness): void {
    this.messagesOf(topic).push(...contents.map((content) => ({ content, foreign })));
    this.groups.forEach((group) => this.work(group));
  }

  private work(group: Group): void {
    group.working ??= this.deliverAll(group);
  }

  private async deliverAll(group: Group): Promise<void> {
    for (;;) {
      // Lets the test continue first, so that a batch that failed does not come again at once.
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.nextBatch(group);
      if (!next) {
        group.working = undefined;
        return;
      }
      const { member, topic, batch, handled } = next;
      try {
        await member.onBatch(structuredClone(batch), topic);
        handled();
      } catch {
        continue;
      }
    }
  }

  private nextBatch(group: Group) {
    for (const member of group.members) {
      const again = group.again.find(({ topic }) => member.topics.includes(topic));
      if (again) return { member, ...again, handled: () => group.again.splice(group.again.indexOf(again), 1) };
      for (const topic of member.topics) {
        const progress = progressOf(group, topic);
        const batch = this.messagesOf(topic).slice(progress.count, progress.count + BATCH_MAX);
        if (batch.length > 0) return { member, topic, batch, handled: () => (progress.count += batch.length) };
      }
    }
    return undefined;
  }

  private messagesOf(topic: Topic): Message[] {
    const known = this.messages.get(topic) ?? [];
    this.messages.set(topic, known);
    return known;
  }

  private groupOf(name: string): Group {
    const known: Group = this.groups.get(name) ?? {
      members: new Set(),
      progress: new Map(),
      again: [],
      working: undefined,
    };
    this.groups.set(name, known);
    return known;
  }
}

function isWanted(content: unknown, wanted: readonly KeyTail[]): boolean {
  const place = placeOf(content);
  return place !== undefined && wanted.some(({ key, from }) => place.key === key && place.sequence >= from);
}

function progressOf(group: Group, topic: Topic): Progress {
  const known = group.progress.get(topic) ?? { count: 0 };
  group.progress.set(topic, known);
  return known;
}
