import { hash } from 'node:crypto';
import { BROWSER_COOKIE, SESSION_COOKIE } from '@halyard/contracts/authorization';

/** Long enough to tell apart the installations that share a host. */
const ISSUER_HASH_LENGTH = 8;
const YEAR_S = 365 * 24 * 60 * 60;
const SECRET = /^[\w-]{43}$/;

/** Cookie names contain a hash of the issuer; all other cookies are ignored. */
export class Cookies {
  private readonly session: string;
  private readonly browser: string;

  constructor(issuer: string) {
    const suffix = hash('sha256', issuer).slice(0, ISSUER_HASH_LENGTH);
    this.session = `${SESSION_COOKIE}-${suffix}`;
    this.browser = `${BROWSER_COOKIE}-${suffix}`;
  }

  read(header: string | undefined): { readonly session: string | undefined; readonly browser: string | undefined } {
    const cookies = new Map(
      (header ?? '').split(';').map((cookie) => {
        const [name = '', value = ''] = cookie.trim().split('=', 2);
        return [name, value] as const;
      }),
    );
    const valueOf = (name: string): string | undefined => {
      const value = cookies.get(name);
      return value !== undefined && SECRET.test(value) ? value : undefined;
    };
    return { session: valueOf(this.session), browser: valueOf(this.browser) };
  }

  /** The cookie has no expiry, so it ends with the browser at the latest. */
  settingSession(secret: string): string {
    return `${this.session}=${secret}; ${ATTRIBUTES}`;
  }

  get endingSession(): string {
    return `${this.session}=; ${ATTRIBUTES}; Max-Age=0`;
  }

  settingBrowser(secret: string): string {
    return `${this.browser}=${secret}; ${ATTRIBUTES}; Max-Age=${YEAR_S}`;
  }
}

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
