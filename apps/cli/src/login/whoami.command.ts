import type { Api } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { isApiError } from '../exit-codes.js';
import { type Account, accountOf, userOf } from './place.js';
import { jsonText } from '../output/terminal-text.js';

/** Prints the profile's user, and the permissions of its token. */
export function whoami(context: Context, options: CommonOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { baseUrl: url } = api.profile;
    const [who, environment] = await Promise.all([identityOf(api), environmentOf(api)]);
    const said = { ...who, url, environment };
    if (options.json) return context.print(jsonText(said));
    const lines = [
      ...(who.user ? [`user: ${who.user.name} <${who.user.email}>`] : []),
      ...(who.application ? [`application: ${who.application.id}`] : []),
      ...(who.role === undefined ? [] : [`role: ${who.role}`]),
      `account: ${who.account.name} (${who.account.id})`,
      `scopes: ${who.scopes.join(' ')}`,
      `url: ${url}`,
      `environment: ${environment}`,
    ];
    context.print(lines.join('\n'));
  });
}

interface Identity {
  readonly user?: { readonly email: string; readonly name: string };
  readonly application?: { readonly id: string };
  readonly account: Account;
  readonly role?: string;
  readonly scopes: readonly string[];
}

/** An access token's claims about its holder (RFC 9068). */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<Record<string, unknown>>;
}

async function identityOf(api: Api): Promise<Identity> {
  const account = await accountOf(api.client, api.signal);
  const claims = claimsOf(await api.accessToken());
  const scopes = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  if (claims['sub'] === claims['client_id'])
    return { application: { id: String(claims['client_id']) }, account, scopes };
  const user = await userOf(api.client, api.signal);
  return { user, account, role: await roleOf(api, String(claims['sub']), scopes, claims['may']), scopes };
}

const rolesByPermission: Readonly<Record<string, string>> = {
  read: 'viewer',
  write: 'member',
  'read-write-transact': 'treasurer',
};

/** The person's role. Only owners may read it; the role of others follows from their permissions. */
async function roleOf(api: Api, personId: string, scopes: readonly string[], may: unknown): Promise<string> {
  if (scopes.includes('operator')) return 'operator';
  return api.get(`/people/${personId}`).then(
    ({ role }) => String(role),
    (error: unknown) => {
      if (isApiError(error) && error.status === 403) return rolesByPermission[String(may)] ?? String(may);
      throw error;
    },
  );
}

/** Tells a sandbox from production: only a sandbox has simulations. */
function environmentOf(api: Api): Promise<'sandbox' | 'production'> {
  return api.request('GET', '/sandbox-simulations').then(
    () => 'sandbox',
    (error: unknown) => {
      if (!isApiError(error) || (error.status !== 404 && error.status !== 405)) throw error;
      return error.status === 405 ? 'sandbox' : 'production';
    },
  );
}
