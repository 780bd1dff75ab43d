import type { Api } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { isApiError } from '../failure.js';

/** Who the profile's user is, and what its token may do. */
export function whoami(context: Context, options: CommonOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { baseUrl: url } = api.profile;
    const [who, environment] = await Promise.all([identityOf(api), environmentOf(api)]);
    const said = { ...who, url, environment };
    if (options.json) return context.print(JSON.stringify(said));
    const lines = [
      ...('application' in said ? [`application: ${said.application.id}`] : []),
      `account: ${said.account.name} (${said.account.id})`,
      `scopes: ${said.scopes.join(' ')}`,
      `url: ${url}`,
      `environment: ${environment}`,
    ];
    context.print(lines.join('\n'));
  });
}

/** What an access token says of whom it is for (RFC 9068). */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<Record<string, unknown>>;
}

async function identityOf(api: Api) {
  const root = await api.get('/');
  const { id, name } = await api.get(root._links?.['account']?.href ?? `/accounts/${api.profile.accountId}`);
  const claims = claimsOf(await api.accessToken());
  const scopes = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  return { application: { id: String(claims['client_id']) }, account: { id: String(id), name: String(name) }, scopes };
}

/** Only a sandbox has simulations. */
function environmentOf(api: Api): Promise<'sandbox' | 'production'> {
  return api.request('GET', '/sandbox-simulations').then(
    () => 'sandbox',
    (error: unknown) => {
      if (!isApiError(error)) throw error;
      return error.status === 405 ? 'sandbox' : 'production';
    },
  );
}
