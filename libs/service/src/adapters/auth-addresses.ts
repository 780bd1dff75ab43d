import { Url } from '@halyard/config';

const SANDBOX_URL = 'https://localhost:8443';

/**
 * Addresses of the API, the authorization server and the console. Every service that shows these addresses reads the
 * same settings.
 */
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

  /** Whether the settings give an address for this installation. */
  get isGiven(): boolean {
    return (this.authUrl ?? this.publicBaseUrl) !== undefined;
  }

  /** The address that all paths of the API follow. It does not end with a slash. */
  get apiUrl(): string {
    return unslashed(this.publicBaseUrl ?? this.url);
  }

  /** The address that the paths of all pages for people follow. It does not end with a slash. */
  get url(): string {
    return unslashed(this.authUrl ?? this.publicBaseUrl ?? SANDBOX_URL);
  }

  /** The address that the console's paths follow, without a slash at the end. The setting may end with `/console/`. */
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
