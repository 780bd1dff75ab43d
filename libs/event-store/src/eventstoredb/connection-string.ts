import { createRequire } from 'node:module';
import type { Credentials } from '@eventstore/db-client/dist/types/index.js';
import type * as parser from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { asError } from '../as-error.js';

/** A connection string of EventStoreDB, read. */
export interface EventStoreDbAddress {
  /** `host:port` of each node that it names; of `esdb+discover`, the name by which the client looks for them. */
  readonly nodes: readonly string[];
  /**
   * The connection string without user and password, which the client would repeat in its warnings. It gets our own
   * times where it has none.
   */
  readonly withoutCredentials: string;
  readonly credentials: Credentials | undefined;
  /** How long a call may take to be answered, where the string says it. */
  readonly deadlineMs: number | undefined;
}

/** The connection string is none. The message repeats nothing of it, for it holds a password. */
export class MalformedConnectionString extends Error {
  override readonly name = 'MalformedConnectionString';
}

/** Where the parser of the client looks for user and password. */
const CREDENTIALS = /^[^:]+:\/\/[^:]+:[^@]+@/;

/**
 * How long the client waits for a node that hangs, in seconds and in milliseconds: less than by its own defaults, so
 * that a transfer is not held up for longer than its caller waits.
 */
const TIMES = { gossipTimeout: 2, keepAliveTimeout: 5000 };

/**
 * By the parser of the client itself, so that every string that it documents is taken. The parser is loaded when it is
 * needed: with it comes a part of the client, which processes with another store don't load.
 *
 * @throws MalformedConnectionString saying what the parser expected
 */
export function readConnectionString(connectionString: string): EventStoreDbAddress {
  const text = connectionString.trim();
  const [login = ''] = CREDENTIALS.exec(text) ?? [];
  const [scheme = ''] = /^[^:]+:\/\//.exec(login) ?? [];
  const withoutCredentials = `${scheme}${text.slice(login.length)}`;
  const { hosts, defaultDeadline, ...given } = parse(withoutCredentials);
  if (hosts.some(({ address }) => address.includes('@'))) throw malformed('a password whose @ is written as %40');
  const credentials = login === '' ? undefined : parse(`${login}localhost`).defaultCredentials;
  const nodes = hosts.map(({ address, port }) => `${address}:${port}`);
  const times = Object.entries(TIMES).filter(([name]) => !(name in given));
  const added = times.map(([name, time]) => `${name}=${time}`).join('&');
  const completed =
    added === '' ? withoutCredentials : withoutCredentials + (withoutCredentials.includes('?') ? '&' : '?') + added;
  return { nodes, withoutCredentials: completed, credentials, deadlineMs: defaultDeadline };
}

/** Why the client would not take it; undefined if it would. */
export function connectionStringProblem(connectionString: string): string | undefined {
  try {
    readConnectionString(connectionString);
    return undefined;
  } catch (error) {
    return asError(error).message;
  }
}

function parse(text: string): parser.ConnectionOptions {
  const require = createRequire(import.meta.url);
  const { parseConnectionString } =
    require('@eventstore/db-client/dist/Client/parseConnectionString.js') as typeof parser;
  try {
    return parseConnectionString(text);
  } catch (error) {
    throw malformed(error instanceof Error && 'expected' in error ? String(error.expected) : 'percent-encoded text');
  }
}

const malformed = (expected: string): MalformedConnectionString =>
  new MalformedConnectionString(`its client expected ${expected}`);
