import { Injectable } from '@nestjs/common';
import { OwnResourceGuard } from '@halyard/service/own-resource-guard';
import { Customer } from './customer.entity.js';

/** @throws DomainError NotFound unless the customer in the path belongs to the caller's account */
@Injectable()
export class OwnCustomerGuard extends OwnResourceGuard {
  protected override readonly entity = Customer;
}
