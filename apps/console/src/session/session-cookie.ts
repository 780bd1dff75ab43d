import { randomBytes } from 'node:crypto';
import { CONSOLE_COOKIE } from '@halyard/contracts';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const ATTRIBUTES = 'Path=/console; Secure; HttpOnly; SameSite=Lax';

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** What the browser has of a session; undefined for anything that no console has set. */
export function sessionSecretIn(cookies: string | undefined): string | undefined {
  const values = (cookies ?? '').split(';').map((cookie) => cookie.trim().split('=', 2));
  const value = values.find(([name]) => name === CONSOLE_COOKIE)?.[1];
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

export const settingSession = (secret: string): string => `${CONSOLE_COOKIE}=${secret}; ${ATTRIBUTES}`;
export const endingSession = `${CONSOLE_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
