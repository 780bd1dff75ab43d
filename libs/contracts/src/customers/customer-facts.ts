import { z } from 'zod';

/** Money of a customer that prevents erasing the customer. */
export const customerMoney = z.object({
  isPending: z.boolean().describe('Something is under way to or from it, or is to be returned.'),
  balanceMinor: z
    .string()
    .regex(/^-?\d{1,20}$/)
    .describe('Of its balance, in whole US cents.'),
  lastTransferAt: z.iso.datetime().optional(),
});

export type CustomerMoney = z.infer<typeof customerMoney>;

/** An order to erase a person. */
export const customerErasure = z.object({
  accountId: z.uuid(),
  at: z.iso.datetime().describe("By the account's clock."),
});

export type CustomerErasure = z.infer<typeof customerErasure>;

/** A search for customers, page by page. */
export const customerSearch = z.object({
  accountId: z.uuid(),
  search: z.string().min(1).max(1_024),
  after: z.number().int().nonnegative().describe('`next` of the page before; 0 for the first.'),
});

/** Only ids: names and addresses stay with the owner. */
export const customersFound = z.object({
  ids: z.array(z.uuid()),
  next: z.number().int().positive().optional().describe('Absent from the last page.'),
});

export type CustomersFound = z.infer<typeof customersFound>;
