import { Body, Controller } from '@nestjs/common';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { accountRoutes } from '@halyard/contracts/accounts';
import { DomainError, validationError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { OpenAccountDto } from './open-account.dto.js';
import { AccountOpening } from './account-opening.js';

/** Operators open accounts. The gateway's key may also open the first account. */
@Controller()
export class OpenAccountController {
  constructor(private readonly handler: AccountOpening) {}

  /** @throws DomainError InvalidScopes, Forbidden, ValidationError (Duplicate at /application/key) */
  @Serves(accountRoutes.openAccount)
  openAccount(@Body() body: OpenAccountDto, @CurrentOperation() operation: Operation): Promise<CreatedAnswer> {
    const { principal } = operation;
    if (principal.kind === 'application') {
      if (!principal.scopes.includes('operator')) throw new DomainError('InvalidScopes');
      if (body.operator) {
        throw validationError(usualFault('NotAllowed', '/operator'));
      }
    } else if (principal.kind !== 'service' || principal.service !== 'gateway') throw new DomainError('Forbidden');
    return this.handler.open(body, operation);
  }
}
