import { Secret, TOTP } from 'otpauth';

/** RFC 6238, 5.2. */
const STEP_MS = 30_000;
/** Clocks may differ by this many steps, either way. */
const DRIFT = 1;
const SEED_BYTES = 20;

const generator = (seed: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(seed), issuer, label, algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000 });

/** Base 32, as authenticators expect it. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

/** The content of the QR code. A colon separates issuer and account, so neither contains one (Key URI format). */
export const seedUri = (seed: string, issuer: string, account: string): string =>
  generator(seed, withoutColons(issuer), withoutColons(account)).toString();

const withoutColons = (text: string): string => text.replaceAll(':', '.');

/** Ignores blanks in the code. @returns the code's time step; undefined for a wrong code */
export function stepOf(seed: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = generator(seed).validate({ token, timestamp, window: DRIFT });
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta;
}
