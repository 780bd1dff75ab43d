import { randomBytes } from 'node:crypto';
import { CONSOLE_COOKIE } from '@halyard/contracts/console';

const SECRET_BYTES = 32;
const ATTRIBUTES = 'Path=/console; Secure; HttpOnly; SameSite=Lax';

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const settingSession = (secret: string): string => `${CONSOLE_COOKIE}=${secret}; ${ATTRIBUTES}`;
export const endingSession = `${CONSOLE_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
