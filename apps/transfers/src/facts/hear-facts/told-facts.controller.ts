import { Body, Controller, Param } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { fundingSource, KnownFundingSources, KnownParties, party, toldFact } from '@halyard/facts';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';

/** Stores facts that change what is allowed here. Their owner tells them before it answers its own client. */
@Controller()
export class ToldFactsController {
  constructor(
    private readonly parties: KnownParties,
    private readonly sources: KnownFundingSources,
  ) {}

  @Serves(serviceRoutes.tellTransfersOfParty)
  async party(@Param('id', IdPipe) id: string, @Body() body: unknown): Promise<FactAnswer> {
    const fact = toldFact(party, id, body);
    await this.parties.learn([fact]);
    return { type: 'fact', fact };
  }

  @Serves(serviceRoutes.tellTransfersOfFundingSource)
  async fundingSource(@Param('id', IdPipe) id: string, @Body() body: unknown): Promise<FactAnswer> {
    const fact = toldFact(fundingSource, id, body);
    await this.sources.learn([fact]);
    return { type: 'fact', fact };
  }
}
