import { Url } from '@halyard/config';

const SANDBOX_URL = 'https://localhost:8443';

/** Addresses of the API, the authorization server and the console. All services that tell them read these settings. */
export class AuthAddresses {
  /** Address of the API for clients. */
  @Url(['http', 'https'], { optional: true })
  readonly publicBaseUrl?: string;

  /** Address where people log in. Default: the address of the API. A host of its own is recommended in production. */
  @Url(['http', 'https'], { optional: true })
  readonly authUrl?: string;

  /** The `iss` of every token, without a slash at its end. Default: `AUTH_URL`. */
  @Url(['http', 'https'], { optional: true })
  readonly authIssuer?: string;

  /**
   * Address of the console for people. Default: the address of the API. A host of its own is recommended in production.
   */
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

  /** The beginning of the console's addresses, without a slash at its end. The setting may include `/console/`. */
  get consoleOrigin(): string {
    return unslashed(this.consoleUrl ?? this.apiUrl).replace(/\/console$/, '');
  }

  get consoleHome(): string {
    return `${this.consoleOrigin}/console/`;
  }

  get issuer(): string {
    return unslashed(this.authIssuer ?? this.url);
  }
}

const unslashed = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);
