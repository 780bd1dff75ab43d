import { loadConfig, Url } from '@halyard/config';

/** `AUTH_ISSUER`: the `iss` of every token. The gateway reads the same variable and refuses any other issuer. */
export class AuthConfig {
  @Url(['http', 'https'])
  readonly authIssuer: string = 'https://localhost:8443';
}

export const authConfig = (env: Readonly<Record<string, string | undefined>>): Readonly<AuthConfig> =>
  loadConfig(AuthConfig, env);
