import type { IncomingMessage } from 'node:http';
import type { Fault } from '@halyard/core';

/** The header fields with a single value that the gateway or an owner reads, spelled as in pointers. */
const SINGLE_FIELDS = [
  'Authorization',
  'Content-Type',
  'Host',
  'Idempotency-Key',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Mode',
  'Sec-Fetch-Site',
  'traceparent',
  'User-Agent',
];
const spelling: ReadonlyMap<string, string> = new Map(SINGLE_FIELDS.map((name) => [name.toLowerCase(), name]));

const NONE: readonly Fault[] = [];

/**
 * Leaves one value of each single field in `headers`. If a name has several lines, Node takes the first or joins them.
 *
 * @returns a fault for each field whose lines differ (decisions, "Requests and answers")
 */
export function settleSingleFields({ headers, rawHeaders }: IncomingMessage): readonly Fault[] {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return NONE; // no name has a second line
  const differing = new Set<string>();
  const settled = new Map<string, string | undefined>();
  for (let line = 0; line < rawHeaders.length; line += 2) {
    const name = rawHeaders[line]?.toLowerCase() ?? '';
    const value = rawHeaders[line + 1];
    if (!spelling.has(name)) continue;
    if (!settled.has(name)) settled.set(name, value);
    else if (settled.get(name) !== value) differing.add(name);
  }
  for (const [name, value] of settled) headers[name] = value;
  return [...differing].map((name) => repeated(spelling.get(name) ?? name));
}

const repeated = (name: string): Fault => ({
  code: 'InvalidFormat',
  message: `${name} was sent more than once, with different values.`,
  path: `/headers/${name}`,
});
