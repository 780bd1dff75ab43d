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
/** The parameter that ties an authorization to a browser. It replaces a parameter of the same name in the request. */
export const BROWSER = 'browser';
/** The parameter with the id of the session in which an authorization began. */
export const BEGAN_IN = 'began_in';

/** Decides what an authorization asks of a person: to log in, to choose an account, to consent. */
@Injectable()
export class AuthorizationPolicy {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly consents: Consents,
    private readonly families: TokenFamilies,
  ) {}

  /** @throws InvalidRequest without a scope; InvalidScope for a scope that the application can't ask for */
  async requireScopes(
    { query, oidc: { body, client } }: KoaContextWithOIDC,
    { InvalidRequest, InvalidScope }: Pick<typeof Errors, 'InvalidRequest' | 'InvalidScope'>,
  ): Promise<void> {
    // oidc-provider drops the scopes that it does not know, so the request itself is read.
    const asked = scopesIn((body ?? query)['scope']);
    if (asked.length === 0) throw new InvalidRequest("missing required parameter 'scope'");
    const unknown = asked.find((scope) => !known.has(scope));
    if (unknown !== undefined) throw new InvalidScope('requested scope is unknown', unknown);
    const application = await this.credentials.find(client?.clientId ?? '');
    if (asked.includes('send') && !(application && covers(application.permissions, 'read-write-transact')))
      throw new InvalidScope('requested scope needs the permissions read-write-transact', 'send');
  }

  /** In the order in which people see the prompts. */
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

  /** Uses the browser's session as the provider's session. */
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

  /**
   * Begins a family of tokens, and returns its grant. Undefined unless the person chose an account and allowed the
   * application to act for it.
   */
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

  /**
   * The console needs no consent. A public application may be any program on the person's machine, so it needs consent
   * each time.
   */
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

/** Identifies the browser without revealing its secret. */
export const browserIdOf = ({ browser }: Pick<Visit, 'browser'>): string =>
  createHash('sha256').update(browser).digest('base64url');

export const scopesIn = (scope: unknown): readonly string[] =>
  typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : [];

/** The account that the person chose, or the only one. */
export function chosenOf<Choice extends { readonly id: string }>(
  accounts: readonly Choice[],
  chosen: unknown,
): Choice | undefined {
  if (typeof chosen === 'object' && chosen !== null && 'accountId' in chosen)
    return accounts.find(({ id }) => id === chosen.accountId);
  return accounts.length === 1 ? accounts[0] : undefined;
}
