/** TLS 1.2 only with forward secrecy and authenticated encryption (RFC 9325, 4.2), as TLS 1.3 always has. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/**
 * Includes the wait for the first byte. It is long enough even under overload, so that only silent clients are dropped.
 */
const HANDSHAKE_MS = 30_000;

export const secureOptions = (cert: string, key: string, handshakeTimeout = HANDSHAKE_MS) =>
  ({ cert, key, minVersion: 'TLSv1.2', ciphers: CIPHERS, handshakeTimeout }) as const;
export type SecureOptions = ReturnType<typeof secureOptions>;
