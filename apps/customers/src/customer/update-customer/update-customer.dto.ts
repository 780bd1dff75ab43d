import { Alternatives, fault, Required, Variants } from '@halyard/http';
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

/** A change of status, and of nothing else. */
@NothingElse()
export class ChangeStatusDto {
  @Required()
  @IsIn(Object.keys(statusWords), fault('Invalid'))
  readonly status!: StatusWord;
}

/** An unverified customer whose identity is to be checked: all that a creation of that type asks for. */
@Variants('type', { personal: PersonalCustomerDto, business: BusinessCustomerDto }, PersonalCustomerDto)
export class UpgradeCustomerDto {}

/** Commands that come as more than a status. */
export type DataCommand = Exclude<ClientCommand, (typeof statusWords)[StatusWord]>;

/** What a client sends with each command, by the type that the customer has. */
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

/** POST /customers/{id}: a class for each thing that may be asked of a customer of each type and status. */
@Alternatives(ChangeStatusDto, ...Object.values(bodies).flatMap((byType) => Object.values(byType)))
export class UpdateCustomerDto {}
