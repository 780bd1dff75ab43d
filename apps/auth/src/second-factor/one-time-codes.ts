import { Secret, TOTP } from 'otpauth';

/** RFC 6238, 5.2. */
const STEP_MS = 30_000;
/** Steps by which clocks may differ, either way. */
const DRIFT = 1;
const SEED_BYTES = 20;

const generator = (seed: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(seed), issuer, label, algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000 });

/** In base 32, as authenticators want it. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

/** What the picture for an authenticator says. A colon stands between issuer and account, and in neither (Key URI format). */
export const seedUri = (seed: string, issuer: string, account: string): string =>
  generator(seed, withoutColons(issuer), withoutColons(account)).toString();

const withoutColons = (text: string): string => text.replaceAll(':', '.');

/** Blanks are for reading. @returns the time step that a code is of; undefined for a wrong one */
export function stepOf(seed: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = generator(seed).validate({ token, timestamp, window: DRIFT });
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta;
}
