import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookEvent } from '@halyard/client';

/** The URL that gets events, and the secret that signs them. */
export interface Target {
  readonly url: string;
  readonly secret: string;
  /** Must not follow redirects, and must give the reason for a failed connection. */
  readonly fetch: typeof globalThis.fetch;
  /** The target gets only events of this topic. */
  readonly topic?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAUSES_MS = [0, 250, 1_000, 3_000];
const TIMEOUT_MS = 10_000;

const hmac = (key: string | Buffer) => createHmac('sha256', key);

/** The form of Standard Webhooks: a prefix and Base64. */
const STANDARD_SECRET = /^whsec_([A-Za-z0-9+/]{2,}={0,2})$/;

/**
 * The keys that sign: the bytes of the secret and, for a secret in the standard's form, also the bytes that it encodes,
 * as libraries read it.
 */
function standardKeysOf(secret: string): readonly (string | Buffer)[] {
  const [, encoded] = STANDARD_SECRET.exec(secret) ?? [];
  return encoded === undefined ? [secret] : [secret, Buffer.from(encoded, 'base64')];
}

/** The word of the installation's media types and header names: `service` in `application/vnd.service.v1.hal+json`. */
function vendorWordOf({ _links }: WebhookEvent): string {
  const [, word = 'service'] = /^application\/vnd\.([a-z]+)\./i.exec(_links['self']?.type ?? '') ?? [];
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The header fields of the suite's webhooks (reference facts, 10.2; standardwebhooks.com). */
export function headersOf(event: WebhookEvent, body: string, secret: string, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000).toString();
  const standard = standardKeysOf(secret).map(
    (key) => `v1,${hmac(key).update(`${event.id}.${seconds}.${body}`).digest('base64')}`,
  );
  return {
    'Content-Type': 'application/json; charset=UTF-8',
    'User-Agent': 'halyard-listen/1.0',
    'X-Request-Signature-Sha-256': hmac(secret).update(body).digest('hex'),
    [`X-${vendorWordOf(event)}-Topic`]: event.topic,
    'Webhook-Id': event.id,
    'Webhook-Timestamp': seconds,
    'Webhook-Signature': standard.join(' '),
  };
}

export interface ForwardOutcome {
  readonly isTaken: boolean;
  /** The status of the answer, or why there is none. */
  readonly said: string;
  readonly status?: number;
  /** The target is away, which may pass. */
  readonly isAway?: true;
}

const AWAY_PAUSE_MS = 2_000;

/** Tries a few times to send an event until it is accepted (2xx); follows no redirects. */
export async function forward(
  { url, secret, fetch, headers = {} }: Target,
  event: WebhookEvent,
  body: string,
  signal: AbortSignal | undefined,
): Promise<ForwardOutcome> {
  let outcome: ForwardOutcome = { isTaken: false, said: 'not sent' };
  for (const pauseMs of PAUSES_MS) {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) break;
    outcome = await attempt(fetch, url, { ...headers, ...headersOf(event, body, secret, new Date()) }, body);
    if (outcome.isTaken) break;
  }
  return outcome;
}

/** Sends an event to a target, and keeps trying while the target is away. @param onAway called once, with the reason */
export async function forwardInOrder(
  target: Target,
  event: WebhookEvent,
  body: string,
  signal: AbortSignal,
  onAway: (reason: string) => void,
): Promise<ForwardOutcome> {
  let outcome = await forward(target, event, body, signal);
  if (outcome.isAway && !signal.aborted) onAway(outcome.said);
  while (outcome.isAway && !signal.aborted) {
    await delay(AWAY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    outcome = await forward(target, event, body, signal);
  }
  return outcome;
}

async function attempt(
  fetch: Target['fetch'],
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<ForwardOutcome> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.arrayBuffer(); // The content does not matter, but reading it frees the connection.
    return { isTaken: answer.ok, said: String(answer.status), status: answer.status };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    return { isTaken: false, said: message || name, ...(name !== 'TimeoutError' && { isAway: true }) };
  }
}
