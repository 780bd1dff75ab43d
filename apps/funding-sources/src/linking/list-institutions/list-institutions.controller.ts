import { Controller } from '@nestjs/common';
import { type CollectionAnswer, ref, type ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { DeclaredQuery, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { Serves } from '@halyard/http';
import { type Institution, LinkingProvider } from '../../linking-provider/linking-provider.js';
import { ForLinking } from '../linking.guard.js';

const institutionFilters = new DeclaredQuery({ search: terms.text, ...terms.page });

@Controller()
export class ListInstitutionsController {
  constructor(private readonly provider: LinkingProvider) {}

  @Serves(linkingRoutes.listInstitutions)
  @ForLinking('session', 'provider-session')
  async list(
    @ReadQuery(institutionFilters) { search, ...page }: ValuesOf<typeof institutionFilters>,
  ): Promise<CollectionAnswer> {
    const { found, total } = await this.provider.institutions({ text: search, ...page });
    const items = found.map(institutionDocument);
    return { type: 'collection', self: ref('listInstitutions'), of: 'institution', items, total, page };
  }
}

const institutionDocument = ({ id, name, fields }: Institution): ResourceAnswer<'institution'> => ({
  type: 'resource',
  kind: 'institution',
  id,
  attributes: { name, fields },
  links: {},
});
