import { Body, Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import { type PartyFact, toldParties } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { party, toldFact } from '@halyard/facts';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { SourceOwners } from './source-owners.js';

@Controller()
export class ToldPartyController {
  constructor(private readonly owners: SourceOwners) {}

  /** The service that owns a party tells of a change before it answers its own client. */
  @Serves(serviceRoutes.tellFundingSourcesOfParty)
  async tell(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: unknown,
  ): Promise<FactAnswer<PartyFact>> {
    const fact = toldFact(party, id, body);
    await this.owners.store(operation, [fact]);
    return { type: 'fact', fact };
  }

  /** @throws DomainError BadRequest */
  @Serves(serviceRoutes.tellFundingSourcesOfParties)
  async tellAll(@CurrentOperation() operation: Operation, @Body() body: unknown): Promise<FactAnswer<null>> {
    const { data } = toldParties.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    await this.owners.store(operation, data.parties);
    return { type: 'fact', fact: null };
  }
}
