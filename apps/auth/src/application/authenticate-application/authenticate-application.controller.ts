import { Body, Controller } from '@nestjs/common';
import { type ApplicationPrincipal, type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { IsString } from 'class-validator';
import { ApplicationCredentials } from '../application-credentials.js';

class AuthenticateApplicationDto {
  @IsString()
  clientId!: string;

  @IsString()
  clientSecret!: string;
}

/** Clients may send key and secret with an API request instead of a token. */
@Controller()
export class AuthenticateApplicationController {
  constructor(private readonly credentials: ApplicationCredentials) {}

  /** @throws DomainError InvalidCredentials, InvalidAccountStatus, InvalidApplicationStatus */
  @Serves(serviceRoutes.authenticateApplication)
  async authenticate(
    @Body() { clientId, clientSecret }: AuthenticateApplicationDto,
  ): Promise<FactAnswer<ApplicationPrincipal>> {
    const application = await this.credentials.authenticate(clientId, clientSecret);
    if (!application) throw new DomainError('InvalidCredentials');
    if (application.isAccountSuspended) throw new DomainError('InvalidAccountStatus');
    if (application.status !== 'active') throw new DomainError('InvalidApplicationStatus');
    const { id, accountId, scopes, permissions: may } = application;
    return { type: 'fact', fact: { kind: 'application', applicationId: id, accountId, scopes, may } };
  }
}
