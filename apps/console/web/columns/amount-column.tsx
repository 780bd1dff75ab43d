import type { Link, Money } from '@halyard/client';
import { To } from '../parts/table.js';
import { Amount } from '../parts/text.js';

interface MovedMoney {
  readonly amount: Money;
  readonly _links: { readonly self: Link };
}

/** The amount of a payment or a transfer, which leads to its page. */
export const amountColumn = {
  isNumber: true,
  of: ({ amount, _links: { self } }: MovedMoney) => (
    <To href={self}>
      <Amount of={amount} />
    </To>
  ),
} as const;
