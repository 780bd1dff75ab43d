import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandFailure, exits } from '../exit-codes.js';
import { isThere, writePrivate } from '../private-file.js';
import { type PersonCredentials, type Profile, profileText, readProfile } from './profile.js';
import { requestTokens } from './token-request.js';

/** A token that expires this soon is renewed first. */
const MARGIN_MS = 30_000;
const PAUSE_MS = 25;
/** No renewal takes longer than this: a process that holds the lock for longer was stopped. */
const RENEWAL_MS = 30_000;

/**
 * The tokens of a person, in the profile's file. If many processes need a new access token, one of them renews it for
 * all.
 */
export class SavedTokens {
  /** The token that calls of this process are waiting for; all of them share it. */
  private asked: Promise<string> | undefined;

  constructor(
    private readonly profile: Profile,
    private readonly fetch: typeof globalThis.fetch,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param refused the access token that the API has refused
   * @throws ApiError if the log-in is over, CommandFailure if somebody logged out meanwhile
   */
  token(refused?: string): Promise<string> {
    this.asked ??= this.find(refused).finally(() => (this.asked = undefined));
    return this.asked;
  }

  private async find(refused: string | undefined): Promise<string> {
    const lock = `${this.profile.file}.lock`;
    for (;;) {
      const credentials = await this.read();
      if (credentials.accessToken !== refused && credentials.expiresAt - MARGIN_MS > Date.now())
        return credentials.accessToken;
      if (await isTaken(lock)) {
        try {
          // Somebody may have renewed it between the reading and the lock.
          const latest = await this.read();
          if (latest.refreshToken === credentials.refreshToken) await this.renew(latest);
        } finally {
          await rm(lock, { force: true });
        }
      } else await delay(PAUSE_MS, undefined, { signal: this.signal });
    }
  }

  private async read(): Promise<PersonCredentials> {
    const found = await readProfile(this.profile.file);
    if (found && 'refreshToken' in found.credentials) return found.credentials;
    throw new CommandFailure(`${this.profile.file} has no log-in any more: log in again`, exits.notLoggedIn);
  }

  private async renew({ clientId, refreshToken }: PersonCredentials): Promise<void> {
    const { profile, fetch, signal } = this;
    const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
    const tokens = await requestTokens({ authUrl: profile.authUrl, fetch, signal, form });
    const credentials = { clientId, refreshToken, ...tokens };
    await writePrivate(profile.file, profileText({ ...profile, credentials }));
  }
}

/** Whether this process has the lock now. Removes a lock that a stopped process left behind. */
async function isTaken(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (!isThere(error)) throw error;
    const since = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (since > RENEWAL_MS) await rm(lock, { force: true });
    return false;
  }
}
