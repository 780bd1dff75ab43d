import { base64Of, hexOf, keysOf, signatureOf, signedContent } from './signatures.js';

export interface SignOptions {
  readonly body: string;
  readonly secret: string;
  readonly id?: string;
  /** Now by default. */
  readonly timestamp?: Date;
}

/** Headers with which the API would send this body, for tests of receivers. */
export async function signWebhook({
  body,
  secret,
  id = crypto.randomUUID(),
  timestamp = new Date(),
}: SignOptions): Promise<Record<string, string>> {
  const bytes = new TextEncoder().encode(body);
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const content = signedContent(id, seconds, bytes);
  const signatures = await Promise.all(keysOf(secret).map((key) => signatureOf(key, content)));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.map((signature) => `v1,${base64Of(signature)}`).join(' '),
    'x-request-signature-sha-256': hexOf(await signatureOf(new TextEncoder().encode(secret), bytes)),
  };
}
