import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import type { HalClient } from '@halyard/suite/client';

const TOKENS: Partial<Readonly<Record<PublicRoute, 'iav-token' | 'funding-sources-token'>>> = {
  openLinkingSession: 'iav-token',
  linkFundingSource: 'funding-sources-token',
};

/** The headers that a page uses while it links a customer's bank. */
export class LinkingPage {
  private session?: Promise<string>;

  constructor(
    private readonly client: HalClient,
    private readonly customer: string,
  ) {}

  /** The header fields of a request to a route. There are none if the route does not take a linking token. */
  async headersFor(name: PublicRoute): Promise<Readonly<Record<string, string>>> {
    if (publicRoutes[name].access !== 'linking') return {};
    // The session opens before any other token is made: a customer may only have a few at once.
    const session = await (this.session ??= this.openSession());
    const kind = TOKENS[name];
    const token = kind ? await this.token(kind) : session;
    return { authorization: `Bearer ${token}` };
  }

  /** A token for a customer's bank, as a partner's server requests it. */
  async token(kind: 'iav-token' | 'funding-sources-token'): Promise<string> {
    const { body } = await this.client.post(`${this.customer}/${kind}`);
    return String(body['token']);
  }

  private async openSession(): Promise<string> {
    const headers = { authorization: `Bearer ${await this.token('iav-token')}` };
    const { body } = await this.client.post(publicRoutes.openLinkingSession.path, {}, { headers });
    return String(body['token']);
  }
}
