import { z } from 'zod';
import { holding, text } from '../kernel/rows/field-contents.js';
import type { ConsumingService } from '../kernel/callers/services.js';
import { count, id, time } from '../kernel/rows/schemas.js';
import { healthResources, healthRoutes } from './health.js';
import { heldKey, keyState, outcome } from './held-keys.js';
import { account, created, customer, exampleIds, later } from '../kernel/rows/example.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { defineResource } from '../kernel/rows/resource.js';
import { type PlainRouteRow, routesOf } from '../kernel/rows/route.js';

const exampleKey = {
  consumer: 'transfers.customers',
  topic: 'customers.v1',
  key: exampleIds.customer,
  cause: 'ServiceUnavailable',
  attempts: 12,
  waiting: 3,
};

const message = z
  .object({
    id: id.optional(),
    type: text('kept').optional(),
    time: time.optional(),
    data: holding('text', z.any()).optional(),
    traceparent: text('kept').optional(),
  })
  .describe('Numbers, names and secrets in `data` are replaced by `[kind]`, as in the log of requests.');

const exampleMessage = {
  id: exampleIds.other,
  type: 'customers.customer-created.v1',
  time: created,
  data: { customerId: exampleIds.customer },
  traceparent: '00-0195b3a000007000800000000000a1a1-0195b3a000007000-01',
};

const untakenEvent = z.object({
  stream: text('kept'),
  revision: z.number(),
  id,
  type: text('kept'),
  cause: text('text'),
});

/** A row of a table, or of both tables, that a rebuild made in another way. */
const differingRow = z.object({
  key: text('kept').describe('The table, and what identifies the row in it.'),
  serves: holding('text', z.any()).optional().describe('The row that serves. Absent if only the rebuild has it.'),
  rebuilt: holding('text', z.any())
    .optional()
    .describe('The rebuilt row. Absent if only the model that serves has it.'),
});

const rebuild = z
  .object({
    state: z
      .enum(['filling', 'level', 'differs', 'stopped'])
      .describe(
        '`filling` until it has caught up; `level` until it takes its place; `differs` while it waits for `swap` or `stop`; `stopped` at an event that it can not take.',
      ),
    begun: time,
    events: count.describe('The events that it has taken.'),
    of: count.describe('The events that it has to take, as far as this is known.'),
    perSecond: z.number().min(0).describe('How many events it takes in a second.'),
    secondsLeft: z.number().min(0).optional().describe('Absent while nobody can tell.'),
    stoppedAt: untakenEvent
      .optional()
      .describe('The event that the rebuild can not take, and why. It is tried again and never skipped.'),
    differences: z
      .object({
        rows: count.describe('The rows that differ, or that only one of the two has.'),
        first: z.array(differingRow).max(10).readonly(),
      })
      .optional()
      .describe(
        'The differences from the model that serves, both at one position. Numbers, names and secrets in rows are replaced by `[kind]`, as in the log of requests.',
      ),
  })
  .describe('The rebuild beside the model that serves. Absent if there is none.');

export const operatorResources = {
  'parked-key': defineResource({
    attributes: z.object({
      id,
      ...heldKey,
      state: keyState,
      since: time,
      lastAttempt: time,
      message: message.optional().describe('The first of those that wait.'),
    }),
    links: {
      account: 'account',
      resource: ['customer', 'beneficial-owner', 'document', 'funding-source', 'transfer'],
      replay: 'write',
      skip: 'write',
    },
    example: {
      attributes: { ...exampleKey, state: 'parked', since: created, lastAttempt: later, message: exampleMessage },
      links: { account, resource: customer },
    },
  }),
  'parked-key-replay': defineResource({
    attributes: z.object(outcome),
    links: { 'parked-key': 'parked-key' },
    example: { attributes: { ...exampleKey, outcome: 'done' } },
  }),
  'parked-key-skip': defineResource({
    attributes: z.object({ ...outcome, sequence: count, reason: text('text') }),
    links: { 'parked-key': 'parked-key' },
    example: {
      attributes: { ...exampleKey, outcome: 'done', sequence: 17, reason: 'Corrected by hand, case 17.' },
    },
  }),
  'foreign-message': defineResource({
    attributes: z.object({
      consumer: text('kept'),
      topic: text('kept'),
      reason: text('text'),
      count,
      first: time,
      last: time,
      lastClaims: z.looseObject({}),
      message: message.optional().describe('The last one. It is not to be trusted.'),
    }),
    links: { account: 'account', resource: ['customer', 'beneficial-owner', 'document', 'funding-source', 'transfer'] },
    example: {
      attributes: {
        consumer: 'transfers.customers',
        topic: 'customers.v1',
        reason: 'no event of this suite',
        count: 2,
        first: created,
        last: later,
        lastClaims: { type: 'unknown.v1' },
        message: { type: 'customers.customer-created.v1', data: '[invalid]' },
      },
    },
  }),
  'skipped-message': defineResource({
    attributes: z.object({
      consumer: text('kept'),
      topic: text('kept'),
      key: text('kept'),
      sequence: count,
      reason: text('text'),
      cause: text('text').describe('Why the message could not be consumed.'),
      by: id.describe('The application that skipped it.'),
      personId: id.optional().describe('The person who did so.'),
      at: time,
    }),
    links: {},
    example: {
      attributes: {
        consumer: 'transfers.customers',
        topic: 'customers.v1',
        key: exampleIds.customer,
        sequence: 17,
        reason: 'Corrected by hand, case 17.',
        cause: 'ServiceUnavailable',
        by: exampleIds.application,
        personId: exampleIds.person,
        at: later,
      },
    },
  }),
  'read-model': defineResource({
    attributes: z.object({
      id,
      name: text('name'),
      sources: z.array(text('kept')).readonly(),
      state: z.enum(['behind', 'current', 'stopped']),
      lag: z.number(),
      stoppedAt: untakenEvent
        .describe('The event that the read model can not take, and why. It is tried again and never skipped.')
        .optional(),
      rebuild: rebuild.optional(),
    }),
    links: { rebuild: 'write', stop: 'write', swap: 'write' },
    example: {
      attributes: {
        name: 'balance-details',
        sources: ['balance'],
        state: 'current',
        lag: 0,
        rebuild: {
          state: 'filling',
          begun: created,
          events: 250_000,
          of: 1_000_000,
          perSecond: 15_000,
          secondsLeft: 50,
        },
      },
    },
  }),
};

const { begun, pages, resource, whole } = answersOf(operatorResources);

const operator = routesOf(':service', 'operator');
const at = '/operations/:service';

/** Operators use these routes to look after a service that consumes messages. `:service` stands for its name. */
export const operatorRoutes = {
  listParkedKeys: operator.get(`${at}/parked-keys`, {
    description: 'Lists the keys whose messages wait at :service, because one of them could not be consumed.',
    answers: [pages('parked-key')],
  }),
  getParkedKey: operator.get(`${at}/parked-keys/:id`, {
    description: 'Returns a key whose messages wait at :service, with the cause.',
    answers: [resource('parked-key')],
  }),
  replayParkedKey: operator.post(`${at}/parked-keys/:id/replays`, {
    category: 'writes',
    description: 'Consumes the waiting messages of a key at :service now, in their order.',
    offeredBy: { resources: { 'parked-key': { replay: {} } } },
    takes: [],
    answers: [resource('parked-key-replay')],
    refuses: ['InvalidResourceState'],
  }),
  skipParkedMessage: operator.post(`${at}/parked-keys/:id/skips`, {
    category: 'writes',
    description:
      'Skips the first waiting message of a key at :service, and consumes those after it. The reason is stored.',
    offeredBy: { resources: { 'parked-key': { skip: {} } } },
    answers: [resource('parked-key-skip')],
    refuses: ['InvalidResourceState'],
  }),
  listForeignMessages: operator.get(`${at}/foreign-messages`, {
    description: 'Lists the kinds of messages that :service received and that are no events of this suite.',
    answers: [whole('foreign-message')],
  }),
  listSkippedMessages: operator.get(`${at}/skipped-messages`, {
    description: 'Lists the messages that operators had :service skip, with their reasons.',
    answers: [pages('skipped-message')],
  }),
  listReadModels: operator.get(`${at}/read-models`, {
    description: 'Lists the read models of :service, and how far each is behind its sources.',
    answers: [whole('read-model')],
  }),
  getReadModel: operator.get(`${at}/read-models/:id`, {
    description: 'Returns a read model of :service, and how far it is behind its sources.',
    answers: [resource('read-model')],
  }),
  rebuildReadModel: operator.post(`${at}/read-models/:id/rebuilds`, {
    category: 'writes',
    description:
      'Begins to rebuild a read model of :service from its sources, or changes the pace of its rebuild. Queries use the present one until the new one takes its place.',
    offeredBy: { resources: { 'read-model': { rebuild: {} } } },
    answers: [begun('read-model')],
    resourceType: 'read-model-rebuild',
  }),
  stopReadModelRebuild: operator.post(`${at}/read-models/:id/rebuilds/stop`, {
    category: 'writes',
    description: 'Ends the rebuild of a read model of :service. The present one goes on serving.',
    offeredBy: { resources: { 'read-model': { stop: {} } } },
    takes: [],
    answers: [begun('read-model')],
    refuses: ['InvalidResourceState'],
    resourceType: 'read-model-rebuild',
  }),
  swapReadModelRebuild: operator.post(`${at}/read-models/:id/rebuilds/swap`, {
    category: 'writes',
    description:
      'Lets the rebuild of a read model of :service take the place of the present one, although the two differ.',
    offeredBy: { resources: { 'read-model': { swap: {} } } },
    takes: [],
    answers: [begun('read-model')],
    refuses: ['InvalidResourceState'],
    resourceType: 'read-model-rebuild',
  }),
};
export type OperatorRoute = keyof typeof operatorRoutes;

type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;
type Verb = 'get' | 'list' | 'rebuild' | 'replay' | 'skip' | 'stop' | 'swap';

/** The name of a route at a service: `listParkedKeys` of `funding-sources` is `listFundingSourcesParkedKeys`. */
type NameAt<Service extends string, Name extends string> = {
  [First in Verb]: Name extends `${First}${infer Rest}` ? `${First}${Pascal<Service>}${Rest}` : never;
}[Verb];
type RoutesAt<Service extends string> = {
  readonly [Name in OperatorRoute as NameAt<Service, Name>]: PlainRouteRow<keyof typeof operatorResources>;
};

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The public routes that operators use to look after a service. */
export function operatedBy<Service extends ConsumingService>(service: Service): RoutesAt<Service> {
  const rows = Object.entries(operatorRoutes).map(([name, row]) => [
    name.replace(/(?=[A-Z])/, pascal(service)),
    {
      ...row,
      servedAs: name,
      owner: service,
      path: row.path.replace(':service', service),
      description: row.description.replace(':service', service),
    },
  ]);
  return Object.fromEntries(rows) as RoutesAt<Service>;
}

export const resources = { ...operatorResources, ...healthResources };
export const routes = {
  ...healthRoutes,
  ...operatedBy('funding-sources'),
  ...operatedBy('transfers'),
  ...operatedBy('webhooks'),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof resources> {}
  interface RouteRows extends Readonly<typeof operatorRoutes> {}
  interface RouteRows extends Readonly<typeof healthRoutes> {}
  interface RouteRows extends RoutesAt<'funding-sources'>, RoutesAt<'transfers'>, RoutesAt<'webhooks'> {}
}
