import { loadConfig, OneOf, Url } from '@halyard/config';

/** Settings of auth, each read from the variable of its name. */
export class AuthConfig {
  /** In the sandbox, pages on `localhost` may link banks by default. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** The `iss` of every token. The gateway reads the same variable and refuses any other issuer. */
  @Url(['http', 'https'])
  readonly authIssuer: string = 'https://localhost:8443';
}

export const authConfig = (env: Readonly<Record<string, string | undefined>>): Readonly<AuthConfig> =>
  loadConfig(AuthConfig, env);
