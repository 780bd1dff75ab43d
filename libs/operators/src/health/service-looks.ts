import { healthChecks } from '@halyard/contracts/operations';
import type { Clock } from '@halyard/core';
import type { Health } from '@halyard/http';
import { type ConsumerRunner, type ParkedKeyList, type RebuildableModel, waitsForOperator } from '@halyard/messaging';
import type { HealthLook } from './health-look.js';

/** Names in a sentence: `a`, or `a, b and 3 more`. */
export function named(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${String(names.length - most)} more` : shown;
}

export const counted = (count: number, one: string, many: string): string =>
  `${String(count)} ${count === 1 ? one : many}`;

export const databaseLook = (health: Health): HealthLook => ({
  check: 'database',
  look: async () => {
    const { checks } = await health.readiness();
    const missing = Object.keys(checks).filter((name) => checks[name] === 'down');
    return missing.length > 0 ? { message: `The service can't use: ${named(missing)}.` } : undefined;
  },
});

/** The checks of something that waits, each with the seconds that it may wait. */
type WaitCheck = 'outbox-old' | 'due-work-overdue' | 'deliveries-overdue' | 'mail-waiting';

/** Looks for something that has waited for too long. @param since when the longest wait began */
export const waitLook = (
  check: WaitCheck,
  message: string,
  clock: Clock,
  since: () => Promise<Date | undefined>,
): HealthLook => ({
  check,
  look: async () => {
    const began = await since();
    const waitedMs = began ? clock.system().getTime() - began.getTime() : 0;
    return waitedMs > healthChecks[check].above * 1_000 ? { message, since: began } : undefined;
  },
});

export const outboxLook = (ageSeconds: () => Promise<number>, clock: Clock): HealthLook =>
  waitLook('outbox-old', 'Events of the service wait for the other services.', clock, async () =>
    before(clock, (await ageSeconds()) * 1_000),
  );

export const dueWorkLook = (overdueMs: () => Promise<number>, clock: Clock): HealthLook =>
  waitLook('due-work-overdue', 'Due work of the service is late, or fails.', clock, async () =>
    before(clock, await overdueMs()),
  );

const before = (clock: Clock, ms: number): Date => new Date(clock.system().getTime() - ms);

export function consumerLooks(
  runners: () => readonly Pick<ConsumerRunner, 'consumer' | 'lag'>[],
  parking: Pick<ParkedKeyList, 'longestParked' | 'parkedCount'>,
  clock: Clock,
): HealthLook[] {
  return [
    {
      check: 'consumers-behind',
      look: async () => {
        const all = await Promise.all(runners().map(async (one) => ({ name: one.consumer, lag: await one.lag() })));
        const behind = all.filter(({ lag }) => lag > healthChecks['consumers-behind'].above).map(({ name }) => name);
        return behind.length > 0 ? { message: `Consumers are far behind: ${named(behind)}.` } : undefined;
      },
    },
    {
      check: 'keys-parked',
      look: async () => {
        const longest = await parking.longestParked();
        const waitedMs = longest ? clock.system().getTime() - longest.heldAt.getTime() : 0;
        if (!longest || waitedMs <= healthChecks['keys-parked'].above * 1_000) return undefined;
        const count = await parking.parkedCount();
        const message = `Messages of ${counted(count, 'resource wait', 'resources wait')} for an operator.`;
        return { message, since: longest.heldAt };
      },
    },
  ];
}

type SeenModel = Pick<RebuildableModel, 'name' | 'lag' | 'stoppedAt' | 'rebuild'>;

export function readModelLooks(list: () => readonly SeenModel[]): HealthLook[] {
  const namesOf = async (is: (model: SeenModel) => Promise<boolean>): Promise<string[]> => {
    const seen = await Promise.all(list().map(async (model) => ((await is(model)) ? [model.name] : [])));
    return seen.flat();
  };
  return [
    {
      check: 'read-models-stopped',
      look: async () => {
        const names = await namesOf(async (model) => (await model.stoppedAt?.()) !== undefined);
        const message = `Read models have stopped at an event that they can't take: ${named(names)}.`;
        return names.length > 0 ? { message } : undefined;
      },
    },
    {
      check: 'read-models-behind',
      look: async () => {
        const names = await namesOf(async (model) => (await model.lag()) > healthChecks['read-models-behind'].above);
        return names.length > 0 ? { message: `Read models are far behind: ${named(names)}.` } : undefined;
      },
    },
    {
      check: 'rebuilds-waiting',
      look: async () => {
        const names = await namesOf(async (model) => {
          const rebuild = await model.rebuild();
          return rebuild !== undefined && waitsForOperator(rebuild);
        });
        return names.length > 0
          ? { message: `Rebuilds of read models wait for an operator: ${named(names)}.` }
          : undefined;
      },
    },
  ];
}
