import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { ApplicationPrincipal, FactDocument } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices } from '@halyard/http';
import { IsString } from 'class-validator';
import { ApplicationCredentials } from '../application-credentials.js';

class AuthenticateApplicationDto {
  @IsString()
  clientId!: string;

  @IsString()
  clientSecret!: string;
}

/** For clients that send their key and secret with an API request instead of a token. */
@Controller(serviceRoutes.authenticateApplication.path)
export class AuthenticateApplicationController {
  constructor(private readonly credentials: ApplicationCredentials) {}

  /** @throws DomainError InvalidCredentials */
  @Post()
  @BetweenServices('authenticateApplication')
  @HttpCode(200)
  async authenticate(
    @Body() { clientId, clientSecret }: AuthenticateApplicationDto,
  ): Promise<FactDocument<ApplicationPrincipal>> {
    const application = await this.credentials.authenticate(clientId, clientSecret);
    if (!application) throw new DomainError('InvalidCredentials');
    const { id, accountId, scopes } = application;
    return { document: 'fact', fact: { kind: 'application', applicationId: id, accountId, scopes } };
  }
}
