const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

/** A copy that is surely not in shared memory, as the platform's cryptography requires. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const imported = (key: Uint8Array, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', owned(key), ALGORITHM, false, [use]);

/** In constant time. */
export const verifies = async (key: Uint8Array, signature: Uint8Array, content: Uint8Array): Promise<boolean> =>
  key.length > 0 && crypto.subtle.verify('HMAC', await imported(key, 'verify'), owned(signature), owned(content));

export const signatureOf = async (key: Uint8Array, content: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await imported(key, 'sign'), owned(content)));

/** Undefined unless the text is a SHA-256 in lower-case hex. */
export const hexBytes = (text: string): Uint8Array | undefined =>
  /^[\da-f]{64}$/.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Undefined unless the text is Base64. */
export function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const PREFIX = 'whsec_';

/** The secret's text may have signed `Webhook-Signature`, and for a secret of Standard Webhooks also its bytes. */
export function keysOf(secret: string): Uint8Array[] {
  const decoded = secret.startsWith(PREFIX) ? base64Bytes(secret.slice(PREFIX.length)) : undefined;
  return [new TextEncoder().encode(secret), ...(decoded ? [decoded] : [])];
}

export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}
