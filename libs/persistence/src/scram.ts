import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;

/**
 * Makes the verifier that Postgres stores for a password (RFC 5802, RFC 7677). It is sent instead of the password, so
 * that no statement and no server log contains the password.
 * @param password in ASCII, which SASLprep leaves unchanged
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
