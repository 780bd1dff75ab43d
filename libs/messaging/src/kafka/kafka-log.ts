import { type logCreator as LogCreator, logLevel } from 'kafkajs';
import type { Log } from '@halyard/observability';

/** The fields of kafkajs's entries that are logged: names and numbers, never content. */
const FIELDS = ['broker', 'groupId', 'topic', 'partition', 'retryCount', 'retryTime'] as const;

/**
 * The parts of kafkajs that log failed attempts to connect. Such an entry is no warning: the bus warns of what follows
 * from it.
 */
const CONNECTING: ReadonlySet<string> = new Set(['Connection', 'BrokerPool']);

/** Writes kafkajs's log to the process's log. Its errors become warnings, because the bus recovers by itself. */
export const logCreator =
  (log: Log): LogCreator =>
  () =>
  ({ level, namespace, log: { message, ...entry } }) => {
    const known = FIELDS.flatMap((field): [string, unknown][] => (field in entry ? [[field, entry[field]]] : []));
    const cause = textOf(entry['error']);
    const isWarning = level === logLevel.ERROR && !CONNECTING.has(namespace);
    const write = isWarning ? log.warn.bind(log) : log.info.bind(log);
    write({ kafka: namespace, ...Object.fromEntries(known), ...(cause !== undefined && { cause }) }, message);
  };

const textOf = (value: unknown): unknown => (value instanceof Error ? value.message : value);
