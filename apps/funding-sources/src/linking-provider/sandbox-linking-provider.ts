import { Injectable } from '@nestjs/common';
import { type BankBalance, type KnownAccount, LinkingProvider, type ProviderRefusal } from './linking-provider.js';

/** Every bank of the sandbox holds 5,000.00 USD, of which 250.00 are spoken for. */
const BALANCE: BankBalance = { availableMinor: 475_000n, currentMinor: 500_000n };
const REFUSALS: readonly ProviderRefusal['refused'][] = ['UnsupportedBank', 'UpdateCredentials'];

/** Simulates a provider: a bank that is named like a refusal is refused so. */
@Injectable()
export class SandboxLinkingProvider extends LinkingProvider {
  override readonly balanceTakesMs = 5_000;

  override balanceOf({ name }: KnownAccount): Promise<BankBalance | ProviderRefusal> {
    const refused = REFUSALS.find((code) => code === name);
    return Promise.resolve(refused ? { refused } : BALANCE);
  }
}
