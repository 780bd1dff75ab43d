import { createRequire } from 'node:module';
import type { Credentials } from '@eventstore/db-client/dist/types/index.js';
import type * as parser from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { asError } from '../as-error.js';

export interface EventStoreDbAddress {
  /** `host:port` of each node. With `esdb+discover`, the name by which the client finds the nodes. */
  readonly nodes: readonly string[];
  /**
   * The string without user and password, which the client would repeat in its warnings. If it gives no time limits, it
   * has ours.
   */
  readonly withoutCredentials: string;
  readonly credentials: Credentials | undefined;
  /** The time limit of a call, if the string gives one. */
  readonly deadlineMs: number | undefined;
}

/** Its message repeats nothing of the string, which contains a password. */
export class MalformedConnectionString extends Error {
  override readonly name = 'MalformedConnectionString';
}

/** The place of user and password in the string, as the client's parser finds them. */
const CREDENTIALS = /^[^:]+:\/\/[^:]+:[^@]+@/;

/**
 * How long the client waits for a node that hangs: the first time is in seconds, the second in milliseconds. With the
 * client's defaults, a transfer would take longer than its caller waits.
 */
const TIMES = { gossipTimeout: 2, keepAliveTimeout: 5000 };

/**
 * Reads a connection string with the client's own parser, which accepts every documented string. The parser is loaded
 * when it is first needed, because it brings a part of the client, which processes with another store don't need.
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

/** The reason why the client would not accept the string; undefined if it would. */
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
