import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import type { EventConsumer } from './consumer.js';
import { ConsumerRunner, type ConsumerRunnerOptions } from './consumer-runner.js';

export const CONSUMER_CLASSES = Symbol('CONSUMER_CLASSES');
export const RUNNER_SURROUNDINGS = Symbol('RUNNER_SURROUNDINGS');

/** The runner options that all consumers of a service share. */
export type RunnerSurroundings = Omit<ConsumerRunnerOptions, 'consumer'>;

/**
 * All consumers of a service. They start with the application, and stop before it ends. Their counters are for metrics.
 */
@Injectable()
export class Consumers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private made: readonly ConsumerRunner[] = [];

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(CONSUMER_CLASSES) private readonly classes: readonly Type<EventConsumer>[],
    @Inject(RUNNER_SURROUNDINGS) private readonly surroundings: RunnerSurroundings,
  ) {}

  /** Empty until the application has started. */
  get runners(): readonly ConsumerRunner[] {
    return this.made;
  }

  /** @throws Error if two consumers have the same name: each would take the other's progress for its own */
  async onApplicationBootstrap(): Promise<void> {
    const importer = this.importer();
    const consumers = await Promise.all(this.classes.map((type) => importer.create(type)));
    const names = consumers.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`two consumers are called ${twice}`);
    this.made = consumers.map((consumer) => new ConsumerRunner({ ...this.surroundings, consumer }));
    await Promise.all(this.made.map((runner) => runner.start()));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.made.map((runner) => runner.stop()));
  }

  /** The module that registered the consumers. They inject its providers. */
  private importer(): ModuleRef {
    const isOwn = (provider: unknown): boolean => provider === this;
    for (const { imports, providers } of this.modules.values()) {
      const registers = [...imports].some((imported) => isOwn(imported.providers.get(Consumers)?.instance));
      const importer: unknown = registers ? providers.get(ModuleRef)?.instance : undefined;
      if (importer instanceof ModuleRef) return importer;
    }
    throw new Error('ConsumersModule.register() is imported by no module');
  }
}
