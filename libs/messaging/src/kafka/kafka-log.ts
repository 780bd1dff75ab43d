import { type logCreator as LogCreator, logLevel } from 'kafkajs';
import type { Log } from '../log.js';

/** Fields of kafkajs's entries that are logged: names and numbers, never what was sent. */
const FIELDS = ['broker', 'groupId', 'topic', 'partition', 'retryCount', 'retryTime'] as const;

/** Each try to connect says here that it failed; the bus itself says what comes of it. */
const CONNECTING: ReadonlySet<string> = new Set(['Connection', 'BrokerPool']);

/**
 * kafkajs speaks through the process's log. What is an error to it is a warning here at most: the bus goes on by itself.
 */
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
