import { Injectable } from '@nestjs/common';
import { OwnResourceGuard } from '@halyard/service/own-resource-guard';
import { FundingSource } from './funding-source.entity.js';

/** @throws DomainError NotFound unless the funding source in the path belongs to the caller's account */
@Injectable()
export class OwnFundingSourceGuard extends OwnResourceGuard {
  protected override readonly entity = FundingSource;
}
