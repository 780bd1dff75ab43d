import type { ApplicationPrincipal, Method, ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/linking';
import type { PartyFact } from '@halyard/contracts/parties';
import type { ServiceAnswer } from '@halyard/http';
import type { TestService } from '@halyard/testing';
import { addCustomer, faultsOf, type FundingSources, openAccount, resourceOf } from './funding-sources.js';

type Action = 'iav' | 'funding-sources' | 'provider';
/** Tokens of these actions open sessions. */
type OpeningAction = Exclude<Action, 'funding-sources'>;

interface ShowOptions {
  readonly origin?: string;
  readonly of?: TestService;
  readonly query?: Readonly<Record<string, string>>;
  readonly operationId?: string;
}

/** A customer of an account of its own links a bank in this browser. */
export class Browser {
  readonly principal: ApplicationPrincipal;
  readonly customer: PartyFact;

  constructor(
    readonly sources: FundingSources,
    fact: Partial<PartyFact> = {},
  ) {
    this.principal = openAccount(sources);
    this.customer = addCustomer(sources, this.principal, fact);
  }

  /** A partner's server requests this token. A provider does not know any customer. */
  async token(action: Action, { partyId } = this.customer, principal = this.principal): Promise<string> {
    const path = action === 'provider' ? '/sandbox-provider-tokens' : `/customers/${partyId}/${action}-token`;
    const { body } = await this.sources.service.call('POST', path, { principal });
    return (resourceOf(body) as ResourceAnswer<'iav-token'>).attributes.token;
  }

  send(
    method: Method,
    path: string,
    token: string,
    body?: unknown,
    { origin, of = this.sources.service, ...rest }: ShowOptions = {},
  ): Promise<ServiceAnswer> {
    return of.call(method, path, {
      principal: { kind: 'browser', token, ...(origin !== undefined && { origin }) },
      body,
      ...rest,
    });
  }

  async session(opening: OpeningAction = 'iav'): Promise<string> {
    const { body } = await this.send('POST', '/linking/sessions', await this.token(opening), {});
    return sessionOf(body).attributes.token ?? '';
  }

  async institution(session: string): Promise<string> {
    const { body } = await this.send('GET', '/linking/institutions', session);
    const [first] = body.type === 'collection' ? body.items : [];
    return first?.id ?? '';
  }

  /** The login's questions are answered, too. */
  async loggedIn(opening: OpeningAction = 'iav'): Promise<string> {
    const session = await this.session(opening);
    const institution = await this.institution(session);
    await this.send('POST', '/linking/logins', session, { institution, answers: ['ada', 'secret'] });
    await this.send('POST', '/linking/answers', session, { answers: ['Rex', 'Main'] });
    return session;
  }
}

export const sessionOf = (body: ServiceAnswer['body']): ResourceAnswer<'linking-session'> =>
  resourceOf(body) as ResourceAnswer<'linking-session'>;

/** Status, code and faults. */
export async function refusalOf(answer: Promise<ServiceAnswer>): Promise<unknown[]> {
  const { status, body } = await answer;
  return [status, body.type === 'error' ? body.code : '', ...faultsOf(body)];
}
