import { readFile } from 'node:fs/promises';
import { type Client, createClient } from '@halyard/client';
import { authorityOf, CONNECT_MS } from '../api/api.js';
import { nodeFetch } from '../api/fetch.js';
import type { CommonOptions, Context } from '../context.js';
import { wrongUsage } from '../failure.js';
import { writePrivate } from '../private-file.js';
import { demoFileOf, profileFile, profileText, readProfile, type Profile } from '../profile/profile.js';

export interface LoginOptions extends CommonOptions {
  readonly url?: string;
  readonly ca?: string;
}

/** Where to log in, and the profile that keeps what comes of it. */
export class LoginPlace {
  private constructor(
    readonly baseUrl: string,
    /** Where people log in and tokens come from, as far as it is known before the suite is asked. */
    readonly authUrl: string,
    readonly fetch: typeof globalThis.fetch,
    readonly profile: { readonly name: string; readonly file: string },
    private readonly caFile: string | undefined,
    private readonly timeoutMs: number,
  ) {}

  /**
   * As the command says, or else as the suite that was started in this folder says.
   *
   * @throws CommandFailure where neither does, or where the authority can't be read
   */
  static async of({ env }: Context, { url, ca, profile, timeout = CONNECT_MS }: LoginOptions): Promise<LoginPlace> {
    const file = profileFile(profile, env);
    const reading = readProfile(demoFileOf(env));
    const started = await (url === undefined ? reading : reading.catch(() => undefined));
    const baseUrl = (url ?? started?.baseUrl)?.replace(/\/$/, '');
    if (baseUrl === undefined) throw wrongUsage('--url says where the suite is');
    const demo = started?.baseUrl === baseUrl ? started : undefined;
    const caFile = ca ?? demo?.caFile;
    const authority = await authorityOf(caFile === undefined ? {} : { caFile });
    return new LoginPlace(
      baseUrl,
      demo?.authUrl ?? baseUrl,
      nodeFetch({ ca: authority, connectMs: timeout }),
      file,
      caFile,
      timeout,
    );
  }

  clientOf(token: () => Promise<string>): Client {
    const { baseUrl, fetch, timeoutMs } = this;
    return createClient({ baseUrl, fetch, token, timeoutMs });
  }

  /** Keeps what a log-in gave, and the authority's certificate with it, wherever the given file goes. */
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

/** The account of a token. */
export async function accountOf(client: Client, signal: AbortSignal): Promise<Account> {
  const root = await client.get('/', { signal });
  const { body } = await client.request('GET', root._links.account?.href ?? '/', { signal });
  return { id: String(body['id']), name: String(body['name']) };
}

/** Who a person is (OpenID Connect Core, 5.3). */
export async function userOf(client: Client, signal: AbortSignal) {
  const { body } = await client.request('GET', '/userinfo', { accept: 'application/json', signal });
  return { email: String(body['email']), name: String(body['name']) };
}
