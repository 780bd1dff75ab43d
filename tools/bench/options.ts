import { parseArgs } from 'node:util';

const text = <Value extends string>(value: Value) => ({ type: 'string', default: value }) as const;

/** The options of all programs of the bench. A program that has no use for one leaves it aside. */
export const { values: options } = parseArgs({
  options: {
    mode: text('embedded'),
    only: { type: 'string' },
    seconds: { type: 'string' },
    connections: text('64'),
    balances: text('1000'),
    stored: text('0'),
    profile: { type: 'boolean', default: false },
    offered: text('300'),
    'kill-every': { type: 'string' },
    deliveries: text('20000'),
    events: text('1000000'),
    customers: text('1000000'),
    requests: text('100000'),
    set: { type: 'string', multiple: true, default: [] },
    replicas: { type: 'string', multiple: true, default: [] },
    compare: { type: 'string' },
    'event-stores': { type: 'boolean' },
    rounds: { type: 'string' },
    runs: text('3'),
    few: text('10000'),
    many: text('2000000'),
  },
});

/** How long each load is measured. */
export const runMsOr = (seconds: number): number => Number(options.seconds ?? seconds) * 1_000;

/** How much to do. */
export const sizes = {
  runMs: runMsOr(10),
  /** Transfers a second that are offered. */
  offered: Number(options.offered),
  /** How often a process of a service is killed while read models are rebuilt, in milliseconds; never unless it is given. */
  killEveryMs: options['kill-every'] === undefined ? undefined : Number(options['kill-every']) * 1_000,
  /** Deliveries in a round or a backlog. */
  deliveries: Number(options.deliveries),
  /** Public events, customers, and requests of a day that are stored before they are listed. */
  events: Number(options.events),
  customers: Number(options.customers),
  requests: Number(options.requests),
};

/** Values of options of the form NAME=value, by name. */
export const assignments = (given: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(given.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
