import type { BeneficialOwner } from '../beneficial-owner/beneficial-owner.entity.js';
import type { ShownOwner } from '../beneficial-owner/beneficial-owner.answer.js';
import type { ShownCustomer } from '../customer/customer.answer.js';
import type { Customer } from '../customer/customer.entity.js';

/** A customer at some time in the past, and the owner that the event was about, if any. */
interface PastCustomer {
  readonly customer: ShownCustomer;
  readonly owner: ShownOwner | undefined;
}

/** A row as JSON, in which times are texts. */
type AsText<Row> = { readonly [Name in keyof Row]: Row[Name] extends Date | null ? string : Row[Name] };

type WrittenCustomer = AsText<Customer> & { readonly beneficialOwner?: AsText<BeneficialOwner> };

/** @param text as written by `snapshotOf` */
export function readSnapshot(text: string): PastCustomer {
  const { beneficialOwner, ...customer } = JSON.parse(text) as WrittenCustomer;
  const { created, graceEnd } = customer;
  return {
    customer: { ...customer, created: new Date(created), graceEnd: graceEnd === null ? null : new Date(graceEnd) },
    owner: beneficialOwner && { ...beneficialOwner, created: new Date(beneficialOwner.created) },
  };
}
