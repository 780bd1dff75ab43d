import { Readable } from 'node:stream';
import { Controller, Param } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { DomainError } from '@halyard/core';
import { Bytes, CurrentExchange, CurrentOperation, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { DeclaredQuery, IdPipe, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { FundingSourcesConfig } from '../config.js';
import { Applications } from '../linking/applications.js';
import { isAmong } from '../linking/origins.js';
import { LinkingAssets } from './linking-assets.js';
import { linkingPage } from './linking-page.html.js';
import { framePolicy } from './linking-page.policy.js';

const linkingPageQuery = new DeclaredQuery({
  parent: {
    ...terms.text,
    schema: { ...terms.text.schema, description: 'The origin of the page that frames this one.' },
  },
});

/**
 * A customer links a bank in this page. A page of the partner's application frames it (`parent`), or it stands by
 * itself with a linking token behind the `#` of its address, which no browser sends.
 */
@Controller()
export class LinkingPageController {
  constructor(
    private readonly applications: Applications,
    private readonly assets: LinkingAssets,
    private readonly config: FundingSourcesConfig,
  ) {}

  /**
   * @throws DomainError NotFound for an application that may not act; Forbidden for a page with a parent and no frame
   */
  @Serves(linkingRoutes.getLinkingPage)
  async page(
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { headers }: IncomingExchange,
    @Param('id', IdPipe) id: string,
    @ReadQuery(linkingPageQuery) { parent }: ValuesOf<typeof linkingPageQuery>,
  ): Promise<Bytes> {
    if (parent !== undefined && fieldOf(headers, 'sec-fetch-dest') === 'document') {
      throw new DomainError('Forbidden', { message: 'This page is for a frame in a page of a partner.' });
    }
    const application = await this.applications.find(id, operation);
    if (!application) throw new DomainError('NotFound');
    const { origins } = application;
    const html = linkingPage({
      vendorWord: this.config.vendorWord,
      parentOrigin: parent !== undefined && isAmong(origins, parent) ? parent : undefined,
      isSandbox: this.config.environment === 'sandbox',
      assets: `/linking/assets/${this.assets.version}`,
      modules: this.assets.modules,
    });
    return new Bytes(Readable.from([html]), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...framePolicy(parent === undefined ? [] : origins),
    });
  }
}
