import { type HalClient } from '@halyard/suite/client';
import type { Stage } from './stage.ts';

const quoted = (value: string): string => JSON.stringify(value);

/** This is long enough for an answer on a busy machine. */
const REQUEST_TIMEOUT_S = 30;

/** The settings of a run (schemathesis.toml), for the credentials of an application. */
export function settingsOf({ connection }: HalClient, { ids, linkingToken }: Stage): string {
  const forIds = Object.entries(ids).map(([path, id]) => [
    '[[operations]]',
    `include-path-regex = ${quoted(`^${path.replaceAll(/[{}]/g, String.raw`\$&`)}`)}`,
    `parameters = { "path.id" = ${quoted(id)} }`,
  ]);
  return [
    `request-timeout = ${REQUEST_TIMEOUT_S}`,
    `tls-verify = ${quoted(connection.caFile ?? '')}`,
    // The first event of a stream comes at once, and the stream has no end.
    'max-stream-events = 1',
    '[auth.openapi.client]',
    `username = ${quoted(connection.key)}`,
    `password = ${quoted(connection.secret)}`,
    '[auth.openapi.linking]',
    `bearer = ${quoted(linkingToken)}`,
    '[[operations]]',
    'include-operation-id = "pullSubscriptionEvents"',
    'parameters = { "query.wait" = 0 }',
    ...forIds.flat(),
  ].join('\n');
}
