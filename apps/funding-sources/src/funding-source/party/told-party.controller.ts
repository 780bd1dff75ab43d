import { Body, Controller, Param, Put } from '@nestjs/common';
import { type FactDocument, type Operation, type PartyFact, serviceRoutes, toldParties } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { party, toldFact } from '@halyard/facts';
import { BetweenServices, CurrentOperation, IdPipe } from '@halyard/http';
import { Parties } from './parties.js';

@Controller()
export class ToldPartyController {
  constructor(private readonly parties: Parties) {}

  /** The service that owns a party tells of a change before it answers its own client. */
  @Put(serviceRoutes.tellFundingSourcesOfParty.path)
  @BetweenServices('tellFundingSourcesOfParty')
  async tell(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: unknown,
  ): Promise<FactDocument<PartyFact>> {
    const fact = toldFact(party, id, body);
    await this.parties.store(operation, [fact]);
    return { document: 'fact', fact };
  }

  /** @throws DomainError BadRequest */
  @Put(serviceRoutes.tellFundingSourcesOfParties.path)
  @BetweenServices('tellFundingSourcesOfParties')
  async tellAll(@CurrentOperation() operation: Operation, @Body() body: unknown): Promise<FactDocument<null>> {
    const { data } = toldParties.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    await this.parties.store(operation, data.parties);
    return { document: 'fact', fact: null };
  }
}
