import { Url } from '@halyard/config';

const SANDBOX_URL = 'https://localhost:8443';

/** Where people and clients find the API, the authorization server and the console; the same for all that say so. */
export class AuthAddresses {
  /** Where clients reach the API. */
  @Url(['http', 'https'], { optional: true })
  readonly publicBaseUrl?: string;

  /** Where people log in: that of the API unless it is given. A host of its own is recommended in production. */
  @Url(['http', 'https'], { optional: true })
  readonly authUrl?: string;

  /** The `iss` of every token, without a slash at its end: `AUTH_URL` unless it is given. */
  @Url(['http', 'https'], { optional: true })
  readonly authIssuer?: string;

  /** Where people find the console: that of the API unless it is given. A host of its own is recommended in production. */
  @Url(['http', 'https'], { optional: true })
  readonly consoleUrl?: string;

  /** Whether this installation was told its address. */
  get isGiven(): boolean {
    return (this.authUrl ?? this.publicBaseUrl) !== undefined;
  }

  /** The base of the API, without a slash at its end. */
  get apiUrl(): string {
    return unslashed(this.publicBaseUrl ?? this.url);
  }

  /** The base of all pages for people, without a slash at its end. */
  get url(): string {
    return unslashed(this.authUrl ?? this.publicBaseUrl ?? SANDBOX_URL);
  }

  /** What the addresses of the console begin with, without a slash at its end; `/console/` may be given with it. */
  get consoleOrigin(): string {
    return unslashed(this.consoleUrl ?? this.apiUrl).replace(/\/console$/, '');
  }

  /** The first page of the console. */
  get consoleHome(): string {
    return `${this.consoleOrigin}/console/`;
  }

  get issuer(): string {
    return unslashed(this.authIssuer ?? this.url);
  }
}

const unslashed = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);
