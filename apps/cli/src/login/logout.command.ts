import { rm } from 'node:fs/promises';
import { authorityOf, CONNECT_MS } from '../api/api.js';
import { nodeFetch } from '../api/fetch.js';
import type { CommonOptions, Context } from '../context.js';
import { CommandFailure, exits } from '../exit-codes.js';
import { profileFile, readProfile } from '../profile/profile.js';
import { revokeToken } from '../profile/token-request.js';
import { authorityFileOf } from './place.js';
import { jsonText } from '../output/terminal-text.js';

/** Ends the log-in of a profile at the suite, and forgets the profile. */
export async function logout({ env, print, signal }: Context, options: CommonOptions): Promise<void> {
  const { name, file } = profileFile(options.profile, env);
  const profile = await readProfile(file);
  if (!profile) throw new CommandFailure(`there is no profile ${name} to log out of`, exits.notLoggedIn);
  const { authUrl, credentials } = profile;
  if ('refreshToken' in credentials) {
    const fetch = nodeFetch({ env, ca: await authorityOf(profile), connectMs: options.timeout ?? CONNECT_MS });
    const form = { client_id: credentials.clientId, token: credentials.refreshToken, token_type_hint: 'refresh_token' };
    await revokeToken({ authUrl, fetch, form, signal });
  }
  for (const each of [file, authorityFileOf(file)]) await rm(each, { force: true });
  print(options.json ? jsonText({ profile: name }) : `logged out of profile ${name}`);
}
