import { type ReturnCodeRow, returnCodes } from '@halyard/core/return-codes';
import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';

/** What to tell the customer whose transfer failed: from the table of return codes. */
export function Failure({ transfer }: { readonly transfer: Resource }): ReactElement | null {
  const href = linkOf(transfer, 'failure');
  const { data, error } = useResource(href === undefined ? undefined : pageOf(href));
  if (href === undefined) return null;
  const code = text(data, 'code');
  const row = Object.entries<ReturnCodeRow>(returnCodes).find(([known]) => known === code)?.[1];
  return (
    <Region name="What to tell the customer">
      <Refusal error={error} />
      {data && (
        <dl className="facts">
          <div>
            <dt>
              {code} {text(data, 'description')}
            </dt>
            <dd>{text(data, 'explanation')}</dd>
          </div>
          {row && (
            <>
              <div>
                <dt>At the bank</dt>
                <dd>{bankEffect(row)}</dd>
              </div>
              <div>
                <dt>At the customer</dt>
                <dd>{row.effects.customer ? `The customer was ${row.effects.customer}.` : 'Nothing changed.'}</dd>
              </div>
              <div>
                <dt>What may be tried next</dt>
                <dd>{nextTry(row)}</dd>
              </div>
            </>
          )}
        </dl>
      )}
    </Region>
  );
}

function bankEffect({ effects }: ReturnCodeRow): string {
  if (effects.block) return 'The bank was removed, and its number can’t be added again.';
  if (effects.remove) return 'The bank was removed.';
  return effects.unverify ? 'The bank has to be verified again.' : 'Nothing changed.';
}

function nextTry({ effects }: ReturnCodeRow): string {
  if (effects.customer) return 'Find out what happened, and have the customer reactivated before anything else.';
  if (effects.block) return 'Another bank of the customer.';
  if (effects.remove) return 'Link a bank with the right numbers, and transfer again.';
  return 'The same transfer again, once the reason has passed.';
}
