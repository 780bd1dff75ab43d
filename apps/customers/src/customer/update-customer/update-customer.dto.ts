import { Alternatives, Example, Required, Variants } from '@halyard/input';
import { IsIn } from 'class-validator';
import type { Type } from '@nestjs/common';
import { BusinessCustomerDto, PersonalCustomerDto } from '../create-customer/create-customer.dto.js';
import type { CustomerType } from '../customer.entity.js';
import type { ClientCommand } from '../states/customer-states.js';
import { statusWords, type StatusWord } from '../states/status-words.js';
import {
  BecomeUnverifiedDto,
  EditBusinessDto,
  EditPersonalDto,
  EditReceiveOnlyDto,
  EditUnverifiedDto,
} from './edit-customer.dto.js';
import { NothingElse } from './nothing-else.js';
import { RetryBusinessDto, RetryPersonalDto } from './retry-customer.dto.js';

@NothingElse()
@Example({ status: 'suspended' })
export class ChangeStatusDto {
  @Required()
  @IsIn(Object.keys(statusWords))
  readonly status!: StatusWord;
}

/** Starts the identity check of an unverified customer, with every field of a creation of that type. */
@Variants('type', { personal: PersonalCustomerDto, business: BusinessCustomerDto }, PersonalCustomerDto)
class UpgradeCustomerDto {}

/** Commands with more data than a status. */
export type DataCommand = Exclude<ClientCommand, (typeof statusWords)[StatusWord]>;

/** The classes of bodies, by command and by the customer's current type. */
export const bodies: Readonly<Record<DataCommand, Readonly<Partial<Record<CustomerType, Type<object>>>>>> = {
  edit: {
    unverified: EditUnverifiedDto,
    'receive-only': EditReceiveOnlyDto,
    personal: EditPersonalDto,
    business: EditBusinessDto,
  },
  'become unverified': { 'receive-only': BecomeUnverifiedDto },
  upgrade: { unverified: UpgradeCustomerDto },
  retry: { personal: RetryPersonalDto, business: RetryBusinessDto },
};

/** A class for each command that a customer of some type and status allows. */
@Alternatives(ChangeStatusDto, ...Object.values(bodies).flatMap((byType) => Object.values(byType)))
export class UpdateCustomerDto {}
