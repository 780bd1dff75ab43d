import { Body, Controller, Param, Put } from '@nestjs/common';
import { type FactDocument, type Operation, partyFact, type PartyFact } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices, CurrentOperation, IdPipe } from '@halyard/http';
import { Parties } from './parties.js';

@Controller()
export class ToldPartyController {
  constructor(private readonly parties: Parties) {}

  /** The owner of a party tells of a change before it answers its own client. */
  @Put('/internal/parties/:id')
  @BetweenServices('tellFundingSourcesOfParty')
  async tell(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: unknown,
  ): Promise<FactDocument<PartyFact>> {
    const { data: fact } = partyFact.safeParse(body);
    if (fact?.partyId !== id) throw new DomainError('BadRequest');
    await this.parties.store(operation, fact);
    return { document: 'fact', fact };
  }
}
