import { type logCreator as LogCreator, logLevel } from 'kafkajs';
import type { Log } from '@halyard/observability';

/** The fields of kafkajs's entries that are logged: names and numbers, never content. */
const FIELDS = ['broker', 'groupId', 'topic', 'partition', 'retryCount', 'retryTime'] as const;

/** The parts of kafkajs that log failed attempts to connect, and each refused answer of a broker before they try again. */
const TRIES_AGAIN: ReadonlySet<string> = new Set(['Connection', 'BrokerPool']);
/** kafkajs calls this an error, but every change of a group's members brings it about. */
const IS_REBALANCE = /re-joining the group/;

/**
 * Writes kafkajs's log to the process's log. Its errors become warnings, because the bus recovers by itself. Everything
 * else is for debugging: rebalances, topics that are just being created, and reconnects are usual, and the bus warns of
 * what follows from them.
 */
export const logCreator =
  (log: Log): LogCreator =>
  () =>
  ({ level, namespace, log: { message, ...entry } }) => {
    const known = FIELDS.flatMap((field): [string, unknown][] => (field in entry ? [[field, entry[field]]] : []));
    const cause = textOf(entry['error']);
    const isWarning = level === logLevel.ERROR && !TRIES_AGAIN.has(namespace) && !IS_REBALANCE.test(message);
    const write = isWarning ? log.warn.bind(log) : log.debug.bind(log);
    write({ kafka: namespace, ...Object.fromEntries(known), ...(cause !== undefined && { cause }) }, message);
  };

const textOf = (value: unknown): unknown => (value instanceof Error ? value.message : value);
