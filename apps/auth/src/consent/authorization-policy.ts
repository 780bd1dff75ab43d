import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { covers, scopes } from '@halyard/contracts';
import type { errors as Errors, Grant, interactionPolicy, KoaContextWithOIDC, Provider, Session } from 'oidc-provider';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { isPublic } from '../application/application.entity.js';
import type { Visit } from '../page/visit.js';
import { TokenFamilies } from '../token-family/token-families.js';
import { PERSONAL_SCOPES } from '../openid/oidc-clients.js';
import { Consents, type PossibleAccount } from './consents.js';

const known: ReadonlySet<string> = new Set([...scopes, ...PERSONAL_SCOPES].filter((scope) => scope !== 'operator'));

export const SELECT_ACCOUNT = 'select_account';
/** The parameter by which an authorization belongs to a browser. Ours: an application's own is replaced. */
export const BROWSER = 'browser';
/** The parameter that says in which session an authorization began, by its id. */
export const BEGAN_IN = 'began_in';

/** What an authorization needs of a person: a log-in, an account, a consent. */
@Injectable()
export class AuthorizationPolicy {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly consents: Consents,
    private readonly families: TokenFamilies,
  ) {}

  /** @throws InvalidRequest without a scope; InvalidScope for one that the application can't ask for */
  async requireScopes(
    { query, oidc: { body, client } }: KoaContextWithOIDC,
    { InvalidRequest, InvalidScope }: Pick<typeof Errors, 'InvalidRequest' | 'InvalidScope'>,
  ): Promise<void> {
    // The library forgets the scopes that it does not know.
    const asked = scopesIn((body ?? query)['scope']);
    if (asked.length === 0) throw new InvalidRequest("missing required parameter 'scope'");
    const unknown = asked.find((scope) => !known.has(scope));
    if (unknown !== undefined) throw new InvalidScope('requested scope is unknown', unknown);
    const application = await this.credentials.find(client?.clientId ?? '');
    if (asked.includes('send') && !(application && covers(application.permissions, 'read-write-transact')))
      throw new InvalidScope('requested scope needs the permissions read-write-transact', 'send');
  }

  /** In the order in which people are asked. */
  prompts({ base, Check, Prompt }: typeof interactionPolicy): interactionPolicy.DefaultPolicy {
    const policy = base();
    const needsChoice = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> =>
      oidc.result?.[SELECT_ACCOUNT] === undefined &&
      (await this.consents.accountsOf(oidc.session?.accountId ?? '', oidc.client?.clientId ?? '')).length > 1;
    const several = new Check(
      'several_accounts',
      'an account has to be chosen',
      'account_selection_required',
      needsChoice,
    );
    policy.add(new Prompt({ name: SELECT_ACCOUNT, requestable: true }, several), 1);
    return policy;
  }

  /** The session that a visit is in, as the provider wants it. It belongs to the browser. */
  sessionOf(provider: Provider, visit: Visit | undefined): Session {
    const session = new provider.Session();
    if (visit) session.uid = browserIdOf(visit);
    if (visit?.session?.isComplete) {
      const { personId, methods, beganAt } = visit.session;
      session.loginAccount({ accountId: personId, amr: [...methods], loginTs: Math.floor(beganAt.getTime() / 1_000) });
    }
    session.save = keepsNothing;
    session.persist = keepsNothing;
    return session;
  }

  /** What the person has allowed, for the account that it has chosen: a family of tokens begins with it. */
  async grantOf({ oidc }: KoaContextWithOIDC, visit: Visit | undefined): Promise<Grant | undefined> {
    const { client, params, provider, result } = oidc;
    const { session } = visit ?? {};
    const application = client && (await this.credentials.find(client.clientId));
    if (!application || !session) return undefined;
    const { personId } = session;
    const accounts = await this.consents.accountsOf(personId, application.id);
    const account = chosenOf(accounts, result?.[SELECT_ACCOUNT]);
    if (!account) return undefined;
    const given = { personId, applicationId: application.id, accountId: account.id };
    const asked = scopesIn(params?.['scope']);
    if (!(await this.isAllowed(application, { ...given, role: account.role }, asked, result))) return undefined;
    const grant = new provider.Grant({ accountId: personId, clientId: application.id });
    grant.addOIDCScope([...asked]);
    grant.jti = await this.families.begin({ ...given, session, scopes: asked });
    return grant;
  }

  /** The console asks nobody. What is public may be any program on the person's machine: it asks each time. */
  private async isAllowed(
    application: ActiveApplication,
    { role, ...given }: Parameters<Consents['covers']>[0] & Pick<PossibleAccount, 'role'>,
    asked: readonly string[],
    answered: KoaContextWithOIDC['oidc']['result'],
  ): Promise<boolean> {
    if (isPublic(application)) return answered?.consent !== undefined;
    return application.kind === 'first-party' || (role === 'owner' && (await this.consents.covers(given, asked)));
  }
}

const keepsNothing = (): Promise<string> => Promise.resolve('');

/** Names a browser without telling its secret. */
export const browserIdOf = ({ browser }: Pick<Visit, 'browser'>): string =>
  createHash('sha256').update(browser).digest('base64url');

export const scopesIn = (scope: unknown): readonly string[] =>
  typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : [];

/** The account that was chosen, or the only one. */
export function chosenOf<Choice extends { readonly id: string }>(
  accounts: readonly Choice[],
  chosen: unknown,
): Choice | undefined {
  if (typeof chosen === 'object' && chosen !== null && 'accountId' in chosen)
    return accounts.find(({ id }) => id === chosen.accountId);
  return accounts.length === 1 ? accounts[0] : undefined;
}
