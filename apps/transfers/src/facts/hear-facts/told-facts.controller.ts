import { Body, Controller, Param, Put } from '@nestjs/common';
import type { FactDocument } from '@halyard/contracts';
import { fundingSourceFact, partyFact } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices, IdPipe } from '@halyard/http';
import { FactStore } from '../fact-store.js';

interface Parser<Fact> {
  safeParse(value: unknown): { readonly success: true; readonly data: Fact } | { readonly success: false };
}

/** Owners tell what forbids or changes a rule here before they answer their own client; it stands once this answers. */
@Controller('/internal')
export class ToldFactsController {
  constructor(private readonly store: FactStore) {}

  @Put('/parties/:id')
  @BetweenServices('tellTransfersOfParty')
  async party(@Param('id', IdPipe) id: string, @Body() body: unknown): Promise<FactDocument> {
    const fact = read(partyFact, body, ({ partyId }) => partyId === id);
    await this.store.putParties([fact]);
    return { document: 'fact', fact };
  }

  @Put('/funding-sources/:id')
  @BetweenServices('tellTransfersOfFundingSource')
  async fundingSource(@Param('id', IdPipe) id: string, @Body() body: unknown): Promise<FactDocument> {
    const fact = read(fundingSourceFact, body, ({ fundingSourceId }) => fundingSourceId === id);
    await this.store.putSources([fact]);
    return { document: 'fact', fact };
  }
}

/** @throws DomainError BadRequest for what is no such fact, or is one of something else than its path names */
function read<Fact>(parser: Parser<Fact>, body: unknown, isOfPath: (fact: Fact) => boolean): Fact {
  const parsed = parser.safeParse(body);
  if (!parsed.success || !isOfPath(parsed.data)) throw new DomainError('BadRequest');
  return parsed.data;
}
