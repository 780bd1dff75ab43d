import { neighbours } from './neighbours.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

interface Write {
  readonly method: string;
  readonly body?: unknown;
  /** The idempotency key; undefined if the request has none. */
  readonly key?: string;
}

/** A command that sends the request again, with the reader's own token. */
export function curlOf(path: string, write?: Write): string {
  const parts = [
    'curl -sS',
    quoted(neighbours.api + path),
    `-H ${quoted('Accept: application/vnd.service.v1.hal+json')}`,
    '-H "Authorization: Bearer $HALYARD_TOKEN"',
  ];
  if (write) {
    parts.push(`-X ${write.method}`);
    if (write.key !== undefined) parts.push(`-H ${quoted(`Idempotency-Key: ${write.key}`)}`);
    if (write.body !== undefined) {
      parts.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(write.body))}`);
    }
  }
  return parts.join(' ');
}
