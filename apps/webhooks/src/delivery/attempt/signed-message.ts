import { createHmac } from 'node:crypto';
import type { PublicFace } from '../../config.js';
import { messageOf } from '../../event/event-message.js';
import type { PublicEvent } from '../../event/public-event.js';

/**
 * The content of a message: the event, its number in the subscription, and the id of the replay that sends it, if any.
 */
export interface Notice {
  readonly event: PublicEvent;
  readonly sequence: number;
  readonly replayId?: string;
  /** The number before, if the subscription's numbers went on at this one after a restore. */
  readonly restartedFrom?: number;
}

/** The current secret and, during a rotation, the next one. */
export interface Secrets {
  readonly current: string;
  readonly next?: string;
}

/**
 * Makes the body that is sent and signed: the event (reference facts, 10.2) and its number. It is the same for each
 * attempt.
 */
export const webhookBody = ({ event, sequence, replayId }: Notice, face: PublicFace): string =>
  JSON.stringify({ ...messageOf(event, face), sequence, replayId });

const hmac = (key: string | Buffer) => createHmac('sha256', key);

/** Hex HMAC-SHA256 of the raw body, keyed with the subscription's secret (specification, Authentication 6). */
export const signatureOf = (body: string, secret: string): string => hmac(secret).update(body).digest('hex');

/** The form of a secret in Standard Webhooks: a prefix and Base64. */
const STANDARD_SECRET = /^whsec_([A-Za-z0-9+/]{2,}={0,2})$/;

/**
 * The keys that a receiver may make of a secret: its text and, if it has the standard's form, the bytes that it
 * encodes.
 */
function standardKeysOf(secret: string): readonly (string | Buffer)[] {
  const [, encoded] = STANDARD_SECRET.exec(secret) ?? [];
  return encoded === undefined ? [secret] : [secret, Buffer.from(encoded, 'base64')];
}

/** Signatures of standardwebhooks.com, version 1, one for each key that a receiver may have made of the secret. */
const standardSignaturesOf = (id: string, seconds: string, body: string, secret: string): readonly string[] =>
  standardKeysOf(secret).map((key) => `v1,${hmac(key).update(`${id}.${seconds}.${body}`).digest('base64')}`);

const secondsOf = (at: Date): string => Math.floor(at.getTime() / 1_000).toString();

/** The signatures of an attempt, by header. They are the only part of the sent message that is stored. */
export interface Signatures {
  readonly current: string;
  readonly next?: string;
  readonly standard: string;
}

/**
 * Signs a message. During a rotation, one header has the current secret's signature, and a second header the next
 * secret's; the header of Standard Webhooks has both.
 */
export function signaturesOf({ id }: PublicEvent, body: string, at: Date, { current, next }: Secrets): Signatures {
  const standard = [next, current].flatMap((secret) =>
    secret === undefined ? [] : standardSignaturesOf(id, secondsOf(at), body, secret),
  );
  return {
    current: signatureOf(body, current),
    next: next === undefined ? undefined : signatureOf(body, next),
    standard: standard.join(' '),
  };
}

/** The headers of a message, in the order in which they are sent (reference facts, 10.2; standardwebhooks.com). */
export function webhookHeaders(
  { event, sequence, replayId, restartedFrom }: Notice,
  at: Date,
  { current, next, standard }: Signatures,
  { vendorWord }: PublicFace,
): Record<string, string> {
  const word = vendorWord.charAt(0).toUpperCase() + vendorWord.slice(1);
  return {
    'Content-Type': 'application/json; charset=UTF-8',
    'User-Agent': `${vendorWord}-webhooks/1.0`,
    'X-Request-Signature-Sha-256': current,
    ...(next !== undefined && { 'X-Request-Signature-Sha-256-Next': next }),
    [`X-${word}-Topic`]: event.topic,
    [`X-${word}-Sequence`]: sequence.toString(),
    ...(restartedFrom !== undefined && { [`X-${word}-Sequence-Restarted`]: restartedFrom.toString() }),
    ...(replayId !== undefined && { [`X-${word}-Replay`]: replayId }),
    'Webhook-Id': event.id,
    'Webhook-Timestamp': secondsOf(at),
    'Webhook-Signature': standard,
  };
}
