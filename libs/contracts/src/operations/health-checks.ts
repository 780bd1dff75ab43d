import { z } from 'zod';

export const checkStatuses = ['ok', 'warning', 'failing'] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** A check of the present state of an installation. */
interface HealthCheckRow {
  /** The status of the check while something is wrong. */
  readonly wrong: Exclude<CheckStatus, 'ok'>;
  /** The sentence of the check while nothing is wrong. */
  readonly well: string;
  /** The page that says what to do, as a path below the documentation. */
  readonly page: string;
  /** The alerts in alerts.yaml that fire on the same state. */
  readonly alerts?: readonly string[];
  /** Something is wrong above this number, in the unit of the alert. */
  readonly above?: number;
}

export const healthChecks = {
  'service-answers': {
    wrong: 'failing',
    well: 'The service answers.',
    page: 'runbooks/errors-and-overload',
  },
  database: {
    wrong: 'failing',
    well: 'The service can use its database.',
    page: 'runbooks/store-down',
  },
  'event-store': {
    wrong: 'failing',
    well: 'The event store answers.',
    page: 'runbooks/store-down',
  },
  'money-conserved': {
    wrong: 'failing',
    well: 'The money of every account adds up.',
    page: 'runbooks/money-does-not-add-up',
    alerts: ['HalyardLedgerUnbalanced', 'HalyardMoneyNotConserved'],
  },
  'read-models-stopped': {
    wrong: 'failing',
    well: 'No read model has stopped.',
    page: 'runbooks/projection-behind',
    alerts: ['HalyardReadModelStopped'],
  },
  'revocations-old': {
    wrong: 'failing',
    well: 'The gateway hears what has ended.',
    page: 'runbooks/revocations-old',
    alerts: ['HalyardRevocationsOld'],
    above: 10,
  },
  'read-models-behind': {
    wrong: 'warning',
    well: 'No read model is far behind.',
    page: 'runbooks/projection-behind',
    alerts: ['HalyardProjectionBehind'],
    above: 10_000,
  },
  'rebuilds-waiting': {
    wrong: 'warning',
    well: 'No rebuild waits for an operator.',
    page: 'runbooks/rebuild-stands',
    alerts: ['HalyardRebuildWaits'],
  },
  'consumers-behind': {
    wrong: 'warning',
    well: 'No consumer is far behind.',
    page: 'runbooks/broker-down',
    alerts: ['HalyardConsumerBehind'],
    above: 5_000,
  },
  'outbox-old': {
    wrong: 'warning',
    well: 'No event has waited long for the other services.',
    page: 'runbooks/broker-down',
    alerts: ['HalyardOutboxOld'],
    above: 60,
  },
  'keys-parked': {
    wrong: 'warning',
    well: 'No message waits for an operator.',
    page: 'how-to/replay-parked-messages',
    alerts: ['HalyardKeysParked'],
    above: 300,
  },
  'due-work-overdue': {
    wrong: 'warning',
    well: 'No due work is late.',
    page: 'runbooks/due-work-late',
    alerts: ['HalyardDueWorkLate'],
    above: 300,
  },
  'deliveries-overdue': {
    wrong: 'warning',
    well: 'No webhook is late.',
    page: 'runbooks/subscriber-down',
    alerts: ['HalyardDeliveriesOverdue'],
    above: 60,
  },
  'subscriptions-failing': {
    wrong: 'warning',
    well: 'No subscription is paused because it fails.',
    page: 'runbooks/subscriber-down',
    alerts: ['HalyardSubscriptionsPaused'],
  },
  'mail-waiting': {
    wrong: 'warning',
    well: 'No letter waits for long.',
    page: 'runbooks/mail-held',
    alerts: ['HalyardMailHeld'],
    above: 900,
  },
  'advances-held': {
    wrong: 'warning',
    well: 'No advance of a clock is held.',
    page: 'runbooks/held-advance',
    above: 60,
  },
  'request-log': {
    wrong: 'warning',
    well: 'Requests reach the log of requests.',
    page: 'runbooks/requests-not-logged',
    alerts: ['HalyardRequestsNotLogged'],
  },
} as const satisfies Record<string, HealthCheckRow>;
export type HealthCheckName = keyof typeof healthChecks;

export const healthCheckNames = Object.keys(healthChecks) as [HealthCheckName, ...HealthCheckName[]];

/** A check as a service has carried it out. */
const checkResult = z.object({
  name: z.enum(healthCheckNames),
  status: z.enum(checkStatuses),
  since: z.iso.datetime().optional(),
  message: z.string(),
});
export type CheckResult = z.infer<typeof checkResult>;

/** The answer of one service to the question what is wrong with it. Checks that only a newer build has are left out. */
export const checkResults = z.object({
  checks: z.array(z.unknown()).transform((checks) => checks.flatMap((one) => checkResult.safeParse(one).data ?? [])),
});
export interface CheckResults {
  readonly checks: readonly CheckResult[];
}
