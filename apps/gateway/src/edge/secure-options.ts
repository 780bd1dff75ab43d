/** Of TLS 1.2 only what has forward secrecy and authenticates what it encrypts (RFC 9325, 4.2); 1.3 has nothing else. */
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

/** From a connection's beginning to the end of its handshake: who says nothing is let go, and not who meets an overload. */
const HANDSHAKE_MS = 30_000;

export const secureOptions = (cert: string, key: string, handshakeTimeout = HANDSHAKE_MS) =>
  ({ cert, key, minVersion: 'TLSv1.2', ciphers: CIPHERS, handshakeTimeout }) as const;
export type SecureOptions = ReturnType<typeof secureOptions>;
