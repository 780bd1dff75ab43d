import { type logCreator as LogCreator, logLevel } from 'kafkajs';
import type { Log } from '../log.js';

/** Fields of kafkajs's entries that are logged: names and numbers, never what was sent. */
const FIELDS = ['broker', 'groupId', 'topic', 'partition', 'error', 'retryCount', 'retryTime'] as const;

/**
 * kafkajs speaks through the process's log. What is an error to it, a connection lost for instance, is a warning here:
 * the bus goes on by itself.
 */
export const logCreator =
  (log: Log): LogCreator =>
  () =>
  ({ level, namespace, log: { message, ...entry } }) => {
    const known = FIELDS.flatMap((field): [string, unknown][] =>
      field in entry ? [[field, textOf(entry[field])]] : [],
    );
    const write = level === logLevel.ERROR ? log.warn.bind(log) : log.info.bind(log);
    write({ kafka: namespace, ...Object.fromEntries(known) }, message);
  };

const textOf = (value: unknown): unknown => (value instanceof Error ? value.message : value);
