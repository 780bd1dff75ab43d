import { Injectable } from '@nestjs/common';
import { Sealer, UnsealingError } from '@halyard/persistence';
import { accountsAt, institutions, questions } from './sandbox-institutions.js';
import {
  type BankBalance,
  type Institution,
  type InstitutionSearch,
  type KnownAccount,
  type LinkedAccount,
  LinkingProvider,
  type LoggedIn,
  type LoginRefusal,
  loginRefusals,
  type ProviderRefusal,
  type TokenHolder,
} from './linking-provider.js';

/** Every bank account of the sandbox holds 5,000.00 USD, of which 250.00 are not available. */
const BALANCE: BankBalance = { availableMinor: 475_000n, currentMinor: 500_000n };
const REFUSALS: readonly ProviderRefusal['refused'][] = ['UnsupportedBank', 'UpdateCredentials'];
const PARTNER_TOKEN = 'funding-sources.sandbox-partner-token';
const PUBLIC_TOKEN = 'funding-sources.sandbox-public-token';

/** An account that was chosen in the provider's pages, with its id there. */
export interface AccountAtProvider extends LinkedAccount {
  readonly chosen: string;
}

interface Token extends LinkedAccount {
  readonly applicationId: string;
  readonly expires: string;
}

type Client = Pick<TokenHolder, 'applicationId' | 'accountId'>;

/** The first field of a form may contain this flag (specification, IAV error flags). */
const FLAG = /(?:^|\s)-e\s+([A-Za-z]{1,32})(?:\s|$)/;

/**
 * Simulates a provider. A bank whose name is the code of a refusal is refused with that code. A token contains its
 * data, sealed for the account of its application, so that unused tokens leave nothing behind.
 */
@Injectable()
export class SandboxLinkingProvider extends LinkingProvider {
  override readonly balanceTakesMs = 5_000;

  constructor(private readonly sealer: Sealer) {
    super();
  }

  override balanceOf({ name }: KnownAccount): Promise<BankBalance | ProviderRefusal> {
    const refused = REFUSALS.find((code) => code === name);
    return Promise.resolve(refused ? { refused } : BALANCE);
  }

  issue(account: LinkedAccount, client: Client, expires: Date): Promise<string> {
    return this.seal(PARTNER_TOKEN, account, client, expires);
  }

  /** The provider's pages return this token for an account. It is exchanged for a partner token. */
  issuePublic(account: AccountAtProvider, client: Client, expires: Date): Promise<string> {
    return this.seal(PUBLIC_TOKEN, account, client, expires);
  }

  /** @returns undefined for a token that was not issued to this application, or has expired */
  async chosenBy(publicToken: string, { applicationId, accountId, at }: TokenHolder) {
    const token = await this.read<Token & AccountAtProvider>(PUBLIC_TOKEN, publicToken, accountId);
    return token?.applicationId === applicationId && at < new Date(token.expires) ? token : undefined;
  }

  override async accountOf(
    text: string,
    { applicationId, accountId, at }: TokenHolder,
  ): Promise<LinkedAccount | ProviderRefusal | 'invalid'> {
    const token = await this.read<Token>(PARTNER_TOKEN, text, accountId);
    if (token?.applicationId !== applicationId) return 'invalid';
    return at >= new Date(token.expires) ? { refused: 'UpdateCredentials' } : token;
  }

  override institutions({ text = '', limit, offset }: InstitutionSearch) {
    const wanted = text.toLowerCase();
    const all = institutions.filter(({ name }) => name.toLowerCase().includes(wanted));
    return Promise.resolve({ found: all.slice(offset, offset + limit), total: all.length });
  }

  override institution(id: string): Promise<Institution | undefined> {
    return Promise.resolve(institutions.find((known) => known.id === id));
  }

  override logIn({ id }: Institution, answers: readonly string[]): Promise<LoggedIn | LoginRefusal> {
    return Promise.resolve(refusalIn(answers) ?? { login: id, fields: questions });
  }

  override answer(login: string, answers: readonly string[]): Promise<LoggedIn | LoginRefusal> {
    return Promise.resolve(refusalIn(answers) ?? { accounts: accountsAt(login) });
  }

  private async seal(
    context: string,
    account: LinkedAccount,
    { applicationId, accountId }: Client,
    expires: Date,
  ): Promise<string> {
    const token: Token = { ...account, applicationId, expires: expires.toISOString() };
    return (await this.sealer.seal(accountId, context, JSON.stringify(token))).toString('base64url');
  }

  private async read<Sealed>(context: string, text: string, accountId: string): Promise<Sealed | undefined> {
    try {
      return JSON.parse(await this.sealer.open(accountId, context, Buffer.from(text, 'base64url'))) as Sealed;
    } catch (error) {
      if (error instanceof UnsealingError) return undefined;
      throw error;
    }
  }
}

function refusalIn([first = '']: readonly string[]): LoginRefusal | undefined {
  const option = FLAG.exec(first)?.[1];
  const refused = loginRefusals.find((code) => code === option);
  return refused && { refused };
}
