import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import type { AccountApplications, ApplicationFact } from '@halyard/contracts/applications';
import { DomainError } from '@halyard/core';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { ApplicationSettings } from './application-settings.js';

/** Tells services about applications whose tokens they have not seen. */
@Controller()
export class ApplicationFactController {
  constructor(private readonly settings: ApplicationSettings) {}

  /** @throws DomainError NotFound, also for a disabled application */
  @Serves(serviceRoutes.getApplicationFact)
  async read(@Param('id', IdPipe) id: string): Promise<FactAnswer<ApplicationFact>> {
    const fact = await this.settings.factOf(id);
    if (!fact) throw new DomainError('NotFound');
    return { type: 'fact', fact };
  }

  @Serves(serviceRoutes.listAccountApplications)
  async list(@Param('id', IdPipe) id: string): Promise<FactAnswer<AccountApplications>> {
    return { type: 'fact', fact: { applications: await this.settings.ofAccount(id) } };
  }
}
