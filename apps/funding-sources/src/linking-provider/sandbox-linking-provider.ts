import { Injectable } from '@nestjs/common';
import { newId } from '@halyard/core';
import { Sealer, UnsealingError } from '@halyard/persistence';
import {
  type BankBalance,
  type KnownAccount,
  type LinkedAccount,
  LinkingProvider,
  type ProviderRefusal,
  type TokenHolder,
} from './linking-provider.js';

/** Every bank of the sandbox holds 5,000.00 USD, of which 250.00 are spoken for. */
const BALANCE: BankBalance = { availableMinor: 475_000n, currentMinor: 500_000n };
const REFUSALS: readonly ProviderRefusal['refused'][] = ['UnsupportedBank', 'UpdateCredentials'];
const TOKEN = 'funding-sources.sandbox-partner-token';

interface Token extends LinkedAccount {
  readonly applicationId: string;
  readonly expires: string;
}

/**
 * Simulates a provider. A bank that is named like a refusal is refused so. A token is what it stands for, sealed for the
 * account of its application: nothing is kept of those that nobody uses.
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

  async issue(
    account: Omit<LinkedAccount, 'linkId'>,
    { applicationId, accountId }: Pick<TokenHolder, 'applicationId' | 'accountId'>,
    expires: Date,
  ): Promise<string> {
    const token: Token = { ...account, linkId: newId(), applicationId, expires: expires.toISOString() };
    return (await this.sealer.seal(accountId, TOKEN, JSON.stringify(token))).toString('base64url');
  }

  override async accountOf(
    text: string,
    { applicationId, accountId, at }: TokenHolder,
  ): Promise<LinkedAccount | ProviderRefusal | 'invalid'> {
    const token = await this.read(text, accountId);
    if (token?.applicationId !== applicationId) return 'invalid';
    return at >= new Date(token.expires) ? { refused: 'UpdateCredentials' } : token;
  }

  private async read(text: string, accountId: string): Promise<Token | undefined> {
    try {
      return JSON.parse(await this.sealer.open(accountId, TOKEN, Buffer.from(text, 'base64url'))) as Token;
    } catch (error) {
      if (error instanceof UnsealingError) return undefined;
      throw error;
    }
  }
}
