import type { Context } from '../context.js';
import { CommandFailure, exits, isApiError, wrongUsage } from '../exit-codes.js';
import { ApplicationTokens } from '../profile/application-tokens.js';
import { accountOf, LoginPlace, type LoginOptions, placeOf } from './place.js';
import { jsonText } from '../output/terminal-text.js';

/** Reads `KEY:SECRET` from standard input, where no other process sees them. */
async function credentialsFrom({ readInput }: Context) {
  const [, key, secret] = /^([^:\s]+):(\S+)\s*$/.exec(await readInput()) ?? [];
  if (key === undefined || secret === undefined) throw wrongUsage('--key needs KEY:SECRET on standard input');
  return { key, secret };
}

/** Logs in as an application, and keeps its key and secret in a profile that only the user can read. */
export async function loginByKey(context: Context, options: LoginOptions): Promise<void> {
  const place = await LoginPlace.of(context, options);
  const credentials = await credentialsFrom(context);
  const { token_endpoint } = await place.endpoints(context.signal);
  const authUrl = placeOf(token_endpoint);
  const tokens = new ApplicationTokens(authUrl, credentials, place.fetch, context.signal);
  const account = await accountOf(
    place.clientOf(() => tokens.token()),
    context.signal,
  ).catch((error: unknown) => {
    if (isApiError(error) && error.status === 401)
      throw new CommandFailure('the suite does not know this key and secret', exits.notLoggedIn);
    throw error;
  });
  await place.keep(authUrl, account.id, credentials);
  const { name } = place.profile;
  if (options.json) context.print(jsonText({ profile: name, application: { id: credentials.key }, account }));
  else context.print(`logged in to ${account.name} (${account.id}) as profile ${name}`);
}
