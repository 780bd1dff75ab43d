import { Injectable } from '@nestjs/common';
import { OwnResourceGuard } from '@halyard/service/own-resource-guard';
import { BeneficialOwner } from './beneficial-owner.entity.js';

/** @throws DomainError NotFound unless the owner in the path belongs to a customer of the caller's account */
@Injectable()
export class OwnBeneficialOwnerGuard extends OwnResourceGuard {
  protected override readonly entity = BeneficialOwner;
}
