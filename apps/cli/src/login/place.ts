import { readFile } from 'node:fs/promises';
import { type Client, createClient } from '@halyard/client';
import { authorityOf, CONNECT_MS } from '../api/api.js';
import { nodeFetch } from '../api/fetch.js';
import type { CommonOptions, Context } from '../context.js';
import { isSafeForBrowser } from '../browser.js';
import { CommandFailure, wrongUsage } from '../exit-codes.js';
import { plain } from '../output/terminal-text.js';
import { writePrivate } from '../private-file.js';
import { demoFileOf, profileFile, profileText, readProfile, type Profile } from '../profile/profile.js';
import { getJson } from '../profile/token-request.js';

export interface LoginOptions extends CommonOptions {
  readonly url?: string;
  readonly ca?: string;
}

/** The endpoints for log-ins (OpenID Connect Discovery). */
export interface Endpoints {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly device_authorization_endpoint?: string;
}

/** The address before an endpoint: `https://localhost:8443/token` → `https://localhost:8443`. */
export const placeOf = (endpoint: string): string => endpoint.slice(0, endpoint.lastIndexOf('/'));

/** The suite to log in at, and the profile that keeps the result. */
export class LoginPlace {
  private constructor(
    readonly baseUrl: string,
    /** The address of discovery, which tells where people log in and where tokens come from. */
    private readonly authUrl: string,
    readonly fetch: typeof globalThis.fetch,
    readonly profile: { readonly name: string; readonly file: string },
    private readonly caFile: string | undefined,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Finds the suite by the command's options, or else takes the suite that was started in this folder. With `--url`
   * nothing of the folder counts: it may be somebody else's, and would get data meant for that address.
   *
   * @throws CommandFailure if neither names a suite, or if the authority can't be read
   */
  static async of({ env }: Context, { url, ca, profile, timeout = CONNECT_MS }: LoginOptions): Promise<LoginPlace> {
    const file = profileFile(profile, env);
    const started = url === undefined ? await readProfile(demoFileOf(env)) : undefined;
    const baseUrl = (url ?? started?.baseUrl)?.replace(/\/$/, '');
    if (baseUrl === undefined) throw wrongUsage('--url says where the suite is');
    const caFile = ca ?? started?.caFile;
    const authority = await authorityOf(caFile === undefined ? {} : { caFile });
    return new LoginPlace(
      baseUrl,
      started?.authUrl ?? baseUrl,
      nodeFetch({ env, ca: authority, connectMs: timeout }),
      file,
      caFile,
      timeout,
    );
  }

  /** @throws CommandFailure if an endpoint would get a password or a secret in a way that others can read */
  async endpoints(signal: AbortSignal): Promise<Endpoints> {
    const { authUrl, fetch } = this;
    const anonymous = { authUrl, fetch, signal };
    const found = (await getJson('.well-known/openid-configuration', anonymous)) as unknown as Endpoints;
    const { issuer, authorization_endpoint, token_endpoint, device_authorization_endpoint = token_endpoint } = found;
    const named = Object.entries({ issuer, authorization_endpoint, token_endpoint, device_authorization_endpoint });
    const odd = named.find(([, endpoint]) => !this.isTrusted(endpoint));
    if (!odd) return found;
    const [name, endpoint] = odd;
    const { origin } = new URL(authUrl);
    throw new CommandFailure(
      `${origin} gave ${plain(String(endpoint))} as ${name}: it must be an https address, or one of ${origin}`,
    );
  }

  /** Plain http is fine if the user chose it, or if it stays on this machine. */
  private isTrusted(endpoint: unknown): boolean {
    if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return false;
    return isSafeForBrowser(endpoint) || new URL(endpoint).origin === new URL(this.authUrl).origin;
  }

  clientOf(token: () => Promise<string>): Client {
    const { baseUrl, fetch, timeoutMs } = this;
    return createClient({ baseUrl, fetch, token, timeoutMs });
  }

  /** Keeps the result of a log-in, with a copy of the authority's certificate, so that the given file may disappear. */
  async keep(authUrl: string, accountId: string, credentials: Profile['credentials']): Promise<void> {
    const { baseUrl, caFile, profile } = this;
    const kept = authorityFileOf(profile.file);
    if (caFile !== undefined) await writePrivate(kept, await readFile(caFile, 'utf8'));
    const authority = caFile === undefined ? {} : { caFile: kept };
    await writePrivate(profile.file, profileText({ baseUrl, authUrl, accountId, ...authority, credentials }));
  }
}

export const authorityFileOf = (profile: string): string => profile.replace(/\.json$/, '.pem');

export interface Account {
  readonly id: string;
  readonly name: string;
}

export async function accountOf(client: Client, signal: AbortSignal): Promise<Account> {
  const root = await client.get('/', { signal });
  const { body } = await client.request('GET', root._links.account?.href ?? '/', { signal });
  return { id: String(body['id']), name: String(body['name']) };
}

/** Asks who a person is (OpenID Connect Core, 5.3). */
export async function userOf(client: Client, signal: AbortSignal) {
  const { body } = await client.request('GET', '/userinfo', { accept: 'application/json', signal });
  return { email: String(body['email']), name: String(body['name']) };
}
