import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { REVOCATION_WAIT_SECONDS, type RevocationPage, revocationQuestion } from '@halyard/contracts/authorization';
import { Serves } from '@halyard/http';
import { DeclaredQuery, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { DataSource } from 'typeorm';
import { RevocationFeed } from './revocation-feed.js';
import { endedOf } from './revocations.rows.js';

const revocationsQuery = new DeclaredQuery({
  after: terms.wholeNumber(0, 9_999_999_999, 0),
  wait: terms.wholeNumber(0, REVOCATION_WAIT_SECONDS, 0),
});

@Controller()
export class RevocationsController {
  constructor(
    private readonly feed: RevocationFeed,
    private readonly dataSource: DataSource,
  ) {}

  @Serves(serviceRoutes.listRevocations)
  async list(
    @ReadQuery(revocationsQuery) { after, wait }: ValuesOf<typeof revocationsQuery>,
  ): Promise<FactAnswer<RevocationPage>> {
    return { type: 'fact', fact: await this.feed.after(after, wait * 1_000) };
  }

  @Serves(serviceRoutes.checkRevocations)
  async check(@Body() body: unknown): Promise<FactAnswer> {
    const ended = await endedOf(this.dataSource.manager, revocationQuestion.parse(body));
    return { type: 'fact', fact: { ended } };
  }
}
