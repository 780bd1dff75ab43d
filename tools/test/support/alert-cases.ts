import type { InputSeries, Observation } from '@halyard/testing/promtool';

interface AlertCases {
  /** Samples with which the alert fires, and no other. */
  readonly fires: Readonly<Record<string, Observation>>;
  /** Samples with which no alert fires. */
  readonly quiet: Readonly<Record<string, Observation>>;
}

const seen = (at: string, ...series: InputSeries[]): Observation => ({ at, series });

/** The minutes of two days in which all is well. */
const BEFORE = 2 * 24 * 60;

interface Spent {
  /** How many of a thousand a minute are bad. */
  readonly bad: number;
  readonly minutes: number;
  /** The minutes since the last bad one. */
  readonly after?: number;
}

/** The values of a counter of a thousand a minute, of one that counts the bad ones besides, and of one that stands. */
type CounterSeries = (all: string, bad: string, none: string) => readonly InputSeries[];

/** Two days, then hours with bad minutes. Rules are evaluated once an hour, because two days have many minutes. */
function budget(series: CounterSeries, { bad, minutes, after = 0 }: Spent): Observation {
  const end = BEFORE + minutes + after;
  const rest = after === 0 ? '' : ` ${bad * minutes}x${after - 1}`;
  const spent = `0x${BEFORE} ${bad}+${bad}x${minutes - 1}${rest}`;
  return { series: series(`0+1000x${end}`, spent, `0x${end}`), at: `${end}m`, every: '1h' };
}

/** A share that has been bad since the first sample. */
const steady = (series: CounterSeries, bad: number): Observation => ({
  series: series('0+1000x720', `0+${bad}x720`, '0x720'),
  at: '720m',
  every: '1h',
});

const REQUESTS = 'halyard_gateway_request_duration_seconds';
const errors: CounterSeries = (all, bad) => [
  [`${REQUESTS}_count{method="POST",route="/transfers",status="201"}`, all],
  [`${REQUESTS}_count{method="POST",route="/transfers",status="503"}`, bad],
];
const slow =
  (route: string): CounterSeries =>
  (all, bad, none) => [
    [`${REQUESTS}_bucket{method="GET",route="/customers",status="200",le="1"}`, all],
    [`${REQUESTS}_count{method="GET",route="/customers",status="200"}`, all],
    [`${REQUESTS}_bucket{method="GET",route="${route}",status="200",le="1"}`, none],
    [`${REQUESTS}_count{method="GET",route="${route}",status="200"}`, bad],
  ];

const webhooks: CounterSeries = (all, bad, none) => [
  ['halyard_delivery_first_attempt_seconds_bucket{instance="a",le="30"}', all],
  ['halyard_delivery_first_attempt_seconds_count{instance="a"}', all],
  ['halyard_delivery_first_attempt_seconds_bucket{instance="b",le="30"}', none],
  ['halyard_delivery_first_attempt_seconds_count{instance="b"}', bad],
];

const loop = 'nodejs_eventloop_lag_p99_seconds{instance="a"}';
const overdue = 'halyard_deliveries_overdue_seconds';
const outbox = 'halyard_outbox_age_seconds{service="customers"}';
const behind =
  'halyard_projection_events_behind{projection="ledger",stream="s",revision="1",id="i",type="t",cause="c"}';
const rebuild = 'halyard_rebuild_events_left{service="transfers",model="ledger"}';

const failed = 'halyard_event_store_append_failures_total{service="transfers"}';
const appended = 'halyard_event_store_append_seconds_count{service="transfers"}';
const due = 'halyard_due_work_overdue_seconds{service="transfers"}';
const waiting = 'halyard_pool_waiting{service="transfers",pool="requests"}';
const paused = (cause: string): string => `halyard_subscriptions_paused{cause="${cause}"}`;
const logIns = (outcome: string): string => `halyard_log_ins_total{outcome="${outcome}"}`;

/** The cases of each alert. */
export const alertCases: Readonly<Record<string, AlertCases>> = {
  HalyardErrorBudgetFast: {
    fires: {
      '1.6 % have failed for an hour': budget(errors, { bad: 16, minutes: 60 }),
      '0.7 % have failed for six hours': budget(errors, { bad: 7, minutes: 360 }),
    },
    quiet: {
      '1.3 % have failed for an hour': budget(errors, { bad: 13, minutes: 60 }),
      '1.8 % failed for fifty minutes, until ten minutes ago': budget(errors, { bad: 18, minutes: 50, after: 10 }),
      '0.5 % have failed for six hours': budget(errors, { bad: 5, minutes: 360 }),
    },
  },
  HalyardErrorBudgetSlow: {
    fires: { '0.15 % have failed all the time': steady(errors, 1.5) },
    quiet: { '0.09 % have failed all the time': steady(errors, 0.9) },
  },
  HalyardLatencyBudgetFast: {
    fires: {
      'one answer in six has been slow for an hour': budget(slow('/transfers'), { bad: 200, minutes: 60 }),
      '7 % have been slow for six hours': budget(slow('/transfers'), { bad: 75, minutes: 360 }),
    },
    quiet: {
      'one answer in eight has been slow for an hour': budget(slow('/transfers'), { bad: 143, minutes: 60 }),
      'many wait on purpose': budget(slow('/sandbox-quiet'), { bad: 900, minutes: 60 }),
      'many are streams': budget(slow('/events/stream'), { bad: 900, minutes: 60 }),
    },
  },
  HalyardLatencyBudgetSlow: {
    fires: { '1.5 % have been slow all the time': steady(slow('/transfers'), 15) },
    quiet: { '0.9 % have been slow all the time': steady(slow('/transfers'), 9) },
  },
  HalyardLedgerUnbalanced: {
    fires: { 'it says so for two minutes': seen('3m', ['halyard_ledger_balanced', '1 0x3']) },
    quiet: {
      'it has been so for a minute': seen('2m', ['halyard_ledger_balanced', '1 0 0 0x3']),
      'it is balanced': seen('9m', ['halyard_ledger_balanced', '1x9']),
    },
  },
  HalyardMoneyNotConserved: {
    fires: { 'it says so for a minute': seen('3m', ['halyard_conservation_balanced', '1 1 0x3']) },
    quiet: { 'it has been so for a moment': seen('1m', ['halyard_conservation_balanced', '1 0 0x3']) },
  },
  HalyardShedding: {
    fires: {
      'two a second are refused': seen('12m', ['halyard_gateway_requests_shed_total{class="money"}', '0+120x20']),
    },
    quiet: {
      'five in six seconds are refused': seen('12m', ['halyard_gateway_requests_shed_total{class="money"}', '0+50x20']),
      'a burst was refused': seen('7m', ['halyard_gateway_requests_shed_total{class="money"}', '0 0 0 600x20']),
    },
  },
  HalyardReadModelStopped: {
    fires: { 'an event waits': seen('1m', [behind, '1x2']) },
    quiet: { 'none waits': seen('1m', [behind, '0x2']) },
  },
  HalyardRevocationsOld: {
    fires: { 'they are eleven seconds old': seen('1m', ['halyard_gateway_revocations_age_seconds', '11x2']) },
    quiet: { 'they are ten seconds old': seen('1m', ['halyard_gateway_revocations_age_seconds', '10x2']) },
  },
  HalyardProjectionBehind: {
    fires: { 'it stays behind': seen('6m', ['halyard_projection_lag_positions{projection="ledger"}', '10001x8']) },
    quiet: {
      'it catches up': seen('3m', ['halyard_projection_lag_positions{projection="ledger"}', '20000-2500x8']),
      'it is a little behind': seen('9m', ['halyard_projection_lag_positions{projection="ledger"}', '10000x9']),
    },
  },
  HalyardRebuildStands: {
    fires: {
      'nothing is taken': seen('31m', [rebuild, '500x40']),
      'more comes than is taken': seen('40m', [rebuild, '500+10x40']),
    },
    quiet: {
      'it goes on slowly': seen('40m', [rebuild, '5000-1x40']),
      'it began a moment ago': seen('40m', [rebuild, '0x20 500x20']),
      'there is none': seen('40m', [rebuild, '0x40']),
    },
  },
  HalyardRebuildWaits: {
    fires: { 'one waits': seen('1m', ['halyard_rebuild_waiting{service="transfers",model="ledger"}', '1x1']) },
    quiet: { 'none waits': seen('1m', ['halyard_rebuild_waiting{service="transfers",model="ledger"}', '0x1']) },
  },
  HalyardConsumerBehind: {
    fires: {
      'it stays behind': seen('6m', [
        'halyard_consumer_lag_events{service="webhooks",consumer="public-events"}',
        '5001x8',
      ]),
    },
    quiet: {
      'it catches up': seen('3m', [
        'halyard_consumer_lag_events{service="webhooks",consumer="public-events"}',
        '9000-900x8',
      ]),
    },
  },
  HalyardOutboxOld: {
    fires: { 'they wait for minutes': seen('4m', [outbox, '0 61x5']) },
    quiet: {
      'they wait for a minute each': seen('4m', [outbox, '60x5']),
      'they have waited for a moment longer': seen('2m', [outbox, '0 90 90 90']),
    },
  },
  HalyardKeysParked: {
    fires: {
      'a key has waited for six minutes': seen('6m', [
        'halyard_parked_key_age_seconds{service="webhooks",key="k"}',
        '0+60x6',
      ]),
    },
    quiet: {
      'a key has waited for five minutes': seen('5m', [
        'halyard_parked_key_age_seconds{service="webhooks",key="k"}',
        '0+60x6',
      ]),
    },
  },
  HalyardIrregular: {
    fires: {
      'one was noted': seen('30m', ['halyard_irregularities_total{service="auth",kind="damaged"}', '0 0 1x30']),
    },
    quiet: {
      'one was noted long ago': seen('90m', ['halyard_irregularities_total{service="auth",kind="damaged"}', '0 1x90']),
    },
  },
  HalyardEventLoopBusy: {
    fires: { 'it lags for ten minutes': seen('11m', [loop, '0.6x12']) },
    quiet: {
      'it has lagged for nine': seen('9m', [loop, '0.6x12']),
      'it lags a little': seen('20m', [loop, '0.5x20']),
    },
  },
  HalyardRequestsNotLogged: {
    fires: { 'some are dropped': seen('5m', ['halyard_requests_dropped_total', '0 0 3x4']) },
    quiet: { 'some were dropped long ago': seen('30m', ['halyard_requests_dropped_total', '0 3x30']) },
  },
  HalyardWebhookBudgetFast: {
    fires: { 'one in six was late for an hour': budget(webhooks, { bad: 200, minutes: 60 }) },
    quiet: {
      'one in eight was late for an hour': budget(webhooks, { bad: 143, minutes: 60 }),
      'nothing happens': seen('60m', ['halyard_delivery_first_attempt_seconds_count', '7x60']),
    },
  },
  HalyardWebhookBudgetSlow: {
    fires: { '1.5 % were late all the time': steady(webhooks, 15) },
    quiet: { '0.9 % were late all the time': steady(webhooks, 9) },
  },
  HalyardAppendsFail: {
    fires: {
      'none succeeds any more': seen('8m', [failed, '0x3 0+20x5'], [appended, '0+20x3 60x5']),
      'none has ever succeeded': seen('4m', [failed, '0+20x4']),
    },
    quiet: {
      'one fails at first': seen('4m', [failed, '0x3 20x3'], [appended, '0x7']),
      'most succeed': seen('8m', [failed, '0+19x8'], [appended, '0+20x8']),
      'they have succeeded again for minutes': seen('12m', [failed, '0 20 40x10'], [appended, '0x2 0+20x10']),
    },
  },
  HalyardDueWorkLate: {
    fires: { 'an item has waited for more than five minutes': seen('3m', [due, '0 301x3']) },
    quiet: {
      'items wait for five minutes at most': seen('8m', [due, '300x8']),
      'it has been so for a moment': seen('1m', [due, '0 900x3']),
    },
  },
  HalyardDeliveriesOverdue: {
    fires: { 'one waits for minutes': seen('8m', [overdue, '0 61x8']) },
    quiet: {
      'each waits for a minute': seen('8m', [overdue, '60x8']),
      'it is a burst': seen('4m', [overdue, '90x4 0x8']),
    },
  },
  HalyardSubscriptionsPaused: {
    fires: {
      'one failed for too long': seen('5m', [paused('failing'), '2 2 3x5']),
      'one was resumed, and failed again': seen('5m', [paused('failing'), '1 0 1x5']),
    },
    quiet: {
      'a person paused one': seen('5m', [paused('person'), '0 1x5'], [paused('failing'), '1x6']),
      'those of the day before are paused still': seen('25h', [paused('failing'), '0 3x1500']),
      'one was resumed': seen('5m', [paused('failing'), '3 3 2x5']),
    },
  },
  HalyardPoolExhausted: {
    fires: { 'something waits at each moment': seen('7m', [waiting, '0 3x8']) },
    quiet: { 'something waits now and then': seen('9m', [waiting, '0 3 3 3 0 3 3 3 0 3']) },
  },
  HalyardMailHeld: {
    fires: { 'a letter is sixteen minutes old': seen('16m', ['halyard_mail_oldest_seconds', '0+60x16']) },
    quiet: { 'a letter is a quarter of an hour old': seen('15m', ['halyard_mail_oldest_seconds', '0+60x15']) },
  },
  HalyardLogInsRefused: {
    fires: {
      'many are refused, and some accepted': seen('20m', [logIns('refused'), '0+3x20'], [logIns('accepted'), '0+2x20']),
      'nobody was ever accepted': seen('20m', [logIns('refused'), '0+5x20']),
    },
    quiet: {
      'few are refused': seen('20m', [logIns('refused'), '0+1.9x20'], [logIns('accepted'), '0x20']),
      'more are accepted': seen('20m', [logIns('refused'), '0+5x20'], [logIns('accepted'), '0+6x20']),
    },
  },
  HalyardBackupOld: {
    fires: { 'it is of the day before yesterday': seen('1m', ['halyard_backup_age_seconds', '93601+60x1']) },
    quiet: { 'it is of yesterday': seen('1m', ['halyard_backup_age_seconds', '93000+60x1']) },
  },
};
