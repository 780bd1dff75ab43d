import { Injectable } from '@nestjs/common';
import { OwnResourceGuard } from '@halyard/service';
import { BeneficialOwner } from './beneficial-owner.entity.js';

/** @throws DomainError NotFound unless the owner of the path is one of a customer of the caller's account */
@Injectable()
export class OwnBeneficialOwnerGuard extends OwnResourceGuard {
  protected override readonly entity = BeneficialOwner;
}
