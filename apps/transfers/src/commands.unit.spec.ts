import { describe, expect, it } from '@jest/globals';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA } from '@nestjs/common/constants.js';
import { QueryBus } from '@nestjs/cqrs';
import { KeyLookupController } from '@halyard/changes';
import { Idempotency } from '@halyard/http';
import { AccountClocksController } from '@halyard/clocks';
import { QuietQuestionsController } from '@halyard/messaging';
import { ParkedKeysController, ReadModelsController } from '@halyard/operators';
import { BanksDownController } from './bank-behavior/behavior-details/banks-down.controller.js';
import { Commands } from './commands.js';
import { ToldFactsController } from './facts/hear-facts/told-facts.controller.js';
import { SearchController } from './search/search.controller.js';
import { TransfersModule } from './transfers.module.js';

/** What every service has for operators, facts, which their owners have decided, and reads whose terms are in a body. */
const others: readonly unknown[] = [
  ...[ParkedKeysController, ReadModelsController, ToldFactsController],
  ...[KeyLookupController, SearchController, QuietQuestionsController, AccountClocksController],
  BanksDownController,
];

/** The handler of a streamed body has to claim the key by itself. */
const allowed: readonly unknown[] = [Commands, QueryBus, Idempotency];

const metadata = <Value>(key: string, target: object): Value | undefined =>
  Reflect.getMetadata(key, target) as Value | undefined;

const writes = ({ prototype }: Type<object>): boolean =>
  Object.values(Object.getOwnPropertyDescriptors(prototype)).some(({ value }) => {
    const method = typeof value === 'function' ? metadata<RequestMethod>(METHOD_METADATA, value as object) : undefined;
    return method !== undefined && method !== RequestMethod.GET;
  });

describe('a route that writes', () => {
  const controllers = metadata<Type<object>[]>(MODULE_METADATA.CONTROLLERS, TransfersModule) ?? [];
  const writing = controllers.filter((controller) => writes(controller) && !others.includes(controller));

  it('is found', () => expect(writing.length).toBeGreaterThan(5));

  it.each(writing.map((controller) => [controller.name, controller] as const))(
    '%s has nothing to write with but commands',
    (_, controller) => {
      const collaborators = metadata<unknown[]>('design:paramtypes', controller) ?? [];
      expect(collaborators.filter((type) => !allowed.includes(type))).toEqual([]);
      expect(collaborators).not.toEqual([]);
    },
  );
});
