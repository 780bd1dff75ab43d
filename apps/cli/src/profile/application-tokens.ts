import type { ApplicationCredentials, Profile } from './profile.js';
import { type GrantedTokens, requestTokens } from './token-request.js';

/** The access token of an application, for as long as the command runs. */
export class ApplicationTokens {
  private held: Promise<GrantedTokens> | undefined;

  constructor(
    private readonly authUrl: Profile['authUrl'],
    private readonly credentials: ApplicationCredentials,
    private readonly fetch: typeof globalThis.fetch,
    private readonly signal: AbortSignal,
  ) {}

  /** @param refused the access token that the API has refused */
  async token(refused?: string): Promise<string> {
    const held = this.held;
    const { accessToken, expiresAt } = await (held ?? this.renewed());
    if (accessToken !== refused && expiresAt > Date.now()) return accessToken;
    // Calls that were refused together share one renewal.
    return (await (this.held === held ? this.renewed() : (this.held ?? this.renewed()))).accessToken;
  }

  private renewed(): Promise<GrantedTokens> {
    const { authUrl, credentials, fetch, signal } = this;
    const form = { grant_type: 'client_credentials' };
    const asked = requestTokens({ authUrl, fetch, signal, basic: credentials, form });
    this.held = asked;
    asked.catch(() => (this.held = undefined));
    return asked;
  }
}
