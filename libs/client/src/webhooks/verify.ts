import type { WebhookEvent } from './event.js';
import { base64Bytes, hexBytes, keysOf, signedContent, verifies } from './signatures.js';

export interface VerifyOptions {
  /** The body as received, before parsing. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The subscription's secret, as it was given to the API; several while it is being replaced. */
  readonly secret: string | readonly string[];
  /** The greatest age of a signature. 300 by default. */
  readonly toleranceSeconds?: number;
  /**
   * Accepts a message without `Webhook-Signature`, by `X-Request-Signature-Sha-256` alone. That header covers no time:
   * whoever has captured a message can send it again for ever.
   */
  readonly allowUntimed?: boolean;
}

/** The API did not send the message, or it was changed, or somebody else sends it again. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeaderReader = (name: string) => string | undefined;

function reading(headers: VerifyOptions['headers']): HeaderReader {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [found.get(name) ?? []].flat()[0];
}

/** Checks the signatures of `Webhook-Signature` (Standard Webhooks), which cover id and time. */
async function isStandard(
  read: HeaderReader,
  signatures: string,
  body: Uint8Array,
  keys: readonly Uint8Array[],
  tolerance: number,
) {
  const timestamp = read('webhook-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('Webhook-Timestamp is missing or malformed');
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > tolerance) {
    throw new WebhookVerificationError('the message was signed too long ago');
  }
  const content = signedContent(read('webhook-id') ?? '', timestamp, body);
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? (base64Bytes(each.slice(3)) ?? []) : []));
  return anyVerifies(keys, given, content);
}

async function anyVerifies(keys: readonly Uint8Array[], signatures: readonly Uint8Array[], content: Uint8Array) {
  for (const key of keys) for (const signature of signatures) if (await verifies(key, signature, content)) return true;
  return false;
}

/**
 * Verifies that the API sent a message, and gives its event. Needs `Webhook-Signature`, which covers the time; only
 * `allowUntimed` accepts `X-Request-Signature-Sha-256` without it.
 *
 * @throws WebhookVerificationError
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  allowUntimed = false,
}: VerifyOptions): Promise<WebhookEvent> {
  const read = reading(headers);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const secrets = [secret].flat();
  const standard = read('webhook-signature');
  let isGenuine: boolean;
  if (standard !== undefined) {
    isGenuine = await isStandard(read, standard, bytes, secrets.flatMap(keysOf), toleranceSeconds);
  } else if (!allowUntimed) {
    throw new WebhookVerificationError('Webhook-Signature is missing');
  } else {
    const names = ['x-request-signature-sha-256', 'x-request-signature-sha-256-next'];
    const given = names.flatMap((name) => hexBytes(read(name) ?? '') ?? []);
    const keys = secrets.map((each) => new TextEncoder().encode(each));
    isGenuine = await anyVerifies(keys, given, bytes);
  }
  if (!isGenuine) throw new WebhookVerificationError('no signature is that of the body with this secret');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}
