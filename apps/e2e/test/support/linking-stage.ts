import type { HalBody } from '@halyard/suite/client';
import type { Browser } from 'playwright-core';
import { type ChromiumOffer, connectBrowser } from './browser.js';
import { hrefOf, personalCustomer } from './journeys.js';
import { LinkingWalk, type WalkOptions } from './linking-walk.js';
import { PartnerSite } from './partner-site.js';
import { SharedSuite } from './shared-suite.js';

/**
 * Everything that linking banks in a browser needs: the suite, a Chromium, and the pages of a partner and of a
 * stranger.
 */
export class LinkingStage {
  private readonly walks: LinkingWalk[] = [];

  private constructor(
    readonly shared: SharedSuite,
    readonly browser: Browser,
    readonly partner: PartnerSite,
    /** A site at an origin that no application has registered. */
    readonly stranger: PartnerSite,
  ) {}

  static async open(name: string, offer: ChromiumOffer): Promise<LinkingStage> {
    const [shared, browser, partner, stranger] = await Promise.all([
      SharedSuite.join(name),
      connectBrowser(offer),
      PartnerSite.open('localhost'),
      PartnerSite.open('127.0.0.1'),
    ]);
    return new LinkingStage(shared, browser, partner, stranger);
  }

  async close(): Promise<void> {
    await Promise.all(this.walks.map((walk) => walk.end()));
    await Promise.all([this.browser.close(), this.shared.leave()]);
    this.partner.close();
    this.stranger.close();
  }

  get api(): string {
    return this.shared.client.connection.baseUrl;
  }

  newCustomer(): Promise<string> {
    return this.shared.client.create('/customers', personalCustomer());
  }

  /** A token for a customer. A new customer is made unless one is named. */
  async token(kind: 'iav-token' | 'funding-sources-token', customer?: string): Promise<string> {
    const { body } = await this.shared.client.post(`${customer ?? (await this.newCustomer())}/${kind}`);
    return String(body['token']);
  }

  /** The token with which a provider's client opens the provider's pages. */
  async providerToken(): Promise<string> {
    const { body } = await this.shared.client.post('/sandbox-provider-tokens');
    return String(body['token']);
  }

  /** Opens a partner's page for a person. The customer is new unless a token is given. */
  async begin({
    token,
    at = this.partner,
    ...options
  }: WalkOptions & { readonly token?: string; readonly at?: PartnerSite } = {}): Promise<LinkingWalk> {
    const walk = await LinkingWalk.begin(this.browser, at, this.api, token ?? (await this.token('iav-token')), options);
    this.walks.push(walk);
    return walk;
  }

  /** Opens an existing page for a person. */
  async visit(url: string): Promise<LinkingWalk> {
    const walk = await LinkingWalk.at(this.browser, url, this.api);
    this.walks.push(walk);
    return walk;
  }

  /** The bank that the page's callback received. */
  async linkedBy(walk: LinkingWalk): Promise<HalBody> {
    const [error, response] = await walk.told();
    if (error !== null) throw new Error(JSON.stringify(error));
    return (await this.shared.client.get(hrefOf(response, 'funding-source'))).body;
  }
}
