import { readFile, rm } from 'node:fs/promises';
import { type Client, createClient } from '@halyard/client';
import { authorityOf } from '../api/api.js';
import { nodeFetch } from '../api/fetch.js';
import type { CommonOptions, Context } from '../context.js';
import { CommandFailure, exits, wrongUsage } from '../failure.js';
import { writePrivate } from '../private-file.js';
import { ApplicationTokens } from '../profile/application-tokens.js';
import { demoFileOf, profileFile, profileText, readProfile, type Profile } from '../profile/profile.js';

export interface LoginOptions extends CommonOptions {
  readonly key?: boolean;
  readonly url?: string;
  readonly ca?: string;
}

/** Where the suite is: as it is told, or as the suite that was started in this folder says. */
async function placeOf({ url, ca }: LoginOptions, { env }: Context): Promise<Pick<Profile, 'baseUrl' | 'caFile'>> {
  if (url !== undefined) return { baseUrl: url.replace(/\/$/, ''), ...(ca !== undefined && { caFile: ca }) };
  const demo = await readProfile(demoFileOf(env));
  if (!demo) throw wrongUsage('--url says where the suite is');
  const caFile = ca ?? demo.caFile;
  return { baseUrl: demo.baseUrl, ...(caFile !== undefined && { caFile }) };
}

/** The key and the secret on standard input, `KEY:SECRET`: no other process sees them. */
async function credentialsFrom({ readInput }: Context) {
  const [, key, secret] = /^([^:\s]+):(\S+)\s*$/.exec(await readInput()) ?? [];
  if (key === undefined || secret === undefined) throw wrongUsage('--key needs KEY:SECRET on standard input');
  return { key, secret };
}

/** Logs in as an application, and keeps its key and secret in a profile that only the user can read. */
export async function loginByKey(context: Context, options: LoginOptions): Promise<void> {
  const { env, print, signal } = context;
  const { name, file } = profileFile(options.profile, env);
  const place = await placeOf(options, context);
  const credentials = await credentialsFrom(context);
  const fetch = nodeFetch({ ca: await authorityOf(place) });
  const tokens = new ApplicationTokens(place.baseUrl, credentials, fetch);
  const client = createClient({
    baseUrl: place.baseUrl,
    fetch,
    token: (refused) => tokens.token(refused),
    timeoutMs: options.timeout ?? 4_000,
  });
  const { id, name: called } = await accountOf(client, signal);
  const caFile = place.caFile === undefined ? {} : { caFile: await keptAuthority(place.caFile, file) };
  await writePrivate(file, profileText({ baseUrl: place.baseUrl, accountId: id, ...caFile, credentials }));
  if (options.json)
    print(JSON.stringify({ profile: name, application: { id: credentials.key }, account: { id, name: called } }));
  else print(`logged in to ${called} (${id}) as profile ${name}`);
}

const authorityFileOf = (profile: string): string => profile.replace(/\.json$/, '.pem');

/** The certificate goes with the profile, wherever the given file goes. */
async function keptAuthority(caFile: string, profile: string): Promise<string> {
  const kept = authorityFileOf(profile);
  await writePrivate(kept, await readFile(caFile, 'utf8'));
  return kept;
}

/** The account of a token. */
async function accountOf(client: Client, signal: AbortSignal): Promise<{ readonly id: string; readonly name: string }> {
  const root = await client.get('/', { signal });
  const { body } = await client.request('GET', root._links.account?.href ?? '/', { signal });
  return { id: String(body['id']), name: String(body['name']) };
}

/** Forgets a profile. */
export async function logout({ env, print }: Context, options: CommonOptions): Promise<void> {
  const { name, file } = profileFile(options.profile, env);
  const profile = await readProfile(file);
  if (!profile) throw new CommandFailure(`there is no profile ${name} to log out of`, exits.notLoggedIn);
  for (const each of [file, authorityFileOf(file)]) await rm(each, { force: true });
  print(options.json ? JSON.stringify({ profile: name }) : `logged out of profile ${name}`);
}
