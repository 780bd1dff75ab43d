import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { Region } from '../../parts/page.js';
import { Amount, Status } from '../../parts/text.js';

/** The sums of the payments that match, by status. */
export function Sums({ of: { sums, sumsAreAtLeast } }: { readonly of: Api.PaymentList }): ReactElement | null {
  if (sums.length === 0) return null;
  return (
    <Region name="Sums">
      <ul className="sums">
        {sums.map(({ status, count, amount, fees }) => (
          <li key={status}>
            <Status of={status} /> <Amount of={amount} />
            <span className="quiet">
              {String(count)} {count === 1 ? 'payment' : 'payments'}
              {isNothing(fees) ? null : (
                <span>
                  , <Amount of={fees} /> fees
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {sumsAreAtLeast === true && (
        <p className="quiet">More match than can be summed up here: these are the newest 10,000.</p>
      )}
    </Region>
  );
}

const isNothing = ({ value }: { readonly value: string }): boolean => value === '0.00';
