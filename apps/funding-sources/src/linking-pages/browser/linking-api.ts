/** ADR 52. */
export interface Session {
  readonly step: 'login' | 'questions' | 'accounts' | 'done';
  readonly institution?: { readonly id: string; readonly name: string };
  readonly fields?: readonly LogInField[];
  readonly accounts?: readonly Account[];
  /** Only if an account was chosen for a provider's client. */
  readonly publicToken?: string;
  readonly accountId?: string;
  readonly _links: { readonly 'funding-source'?: { readonly href: string } };
}

export interface LogInField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password';
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly bankAccountType: string;
  readonly mask: string;
  readonly isEligible: boolean;
}

export interface ListedInstitution {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly LogInField[];
}

interface Institutions {
  readonly total: number;
  readonly _embedded: { readonly institutions: readonly ListedInstitution[] };
}

export interface EnteredBank {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly type: string;
  readonly name: string;
}

/** Institutions on a page: as many as fit below each other. */
const PAGE = '8';

interface Problem {
  readonly code?: string;
  readonly message?: string;
  readonly _embedded?: { readonly errors?: readonly { readonly message: string; readonly path: string }[] };
}

/** The API refused, or did not answer. */
export class Refusal extends Error {
  /** Messages about single fields, by their names. */
  readonly faults: ReadonlyMap<string, string>;

  constructor(
    readonly code: string,
    { message, _embedded }: Problem,
  ) {
    super(message ?? code);
    this.faults = new Map((_embedded?.errors ?? []).map(({ path, message: told }) => [path.slice(1), told]));
  }
}

/** The routes that a linking token authorizes. The session's token exists only in this object. */
export class LinkingApi {
  #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  /**
   * Opens a session, which uses up the token.
   *
   * @param parentOrigin of the page that frames this one; null without one
   * @throws Refusal, as do all other methods
   */
  static async open(token: string, parentOrigin: string | null): Promise<LinkingApi> {
    const api = new LinkingApi(token);
    const session = await api.#ask<{ readonly token: string }>('POST', 'sessions', { parentOrigin });
    api.#token = session.token;
    return api;
  }

  institutions(search: string, offset: number): Promise<Institutions> {
    const query = new URLSearchParams({ offset: String(offset), limit: PAGE, ...(search !== '' && { search }) });
    return this.#ask('GET', `institutions?${query.toString()}`);
  }

  logIn(institution: string, answers: readonly string[]): Promise<Session> {
    return this.#ask('POST', 'logins', { institution, answers });
  }

  answer(answers: readonly string[]): Promise<Session> {
    return this.#ask('POST', 'answers', { answers });
  }

  select(account: string): Promise<Session> {
    return this.#ask('POST', 'selections', { account });
  }

  addByNumbers(numbers: EnteredBank): Promise<Session> {
    return this.#ask('POST', 'funding-sources', numbers);
  }

  async #ask<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`/linking/${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${this.#token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
    }).catch((): never => {
      throw new Refusal('Unreachable', {});
    });
    if (answer.ok) return (await answer.json()) as Answer;
    const problem = (await answer.json().catch(() => ({}))) as Problem;
    throw new Refusal(problem.code ?? 'UnexpectedPage', problem);
  }
}
