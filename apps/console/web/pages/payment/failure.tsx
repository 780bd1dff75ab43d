import { type ReturnCodeRow, returnCodes } from '@halyard/core/return-codes';
import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { linkOf, pageOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { FactList, type NamedFact } from '../../parts/facts.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';

/** Tells people what to say to the customer whose transfers failed, from the table of return codes. */
export function Failure({ transfers }: { readonly transfers: readonly Resource[] }): ReactElement | null {
  const failures = transfers.map((transfer) => linkOf(transfer, 'failure')).filter((href) => href !== undefined);
  if (failures.length === 0) return null;
  return (
    <Region name="What to tell the customer">
      {failures.map((href) => (
        <OneFailure key={href} path={pageOf(href)} />
      ))}
    </Region>
  );
}

function OneFailure({ path }: { readonly path: string }): ReactElement {
  const { data, error } = useResource(path);
  const code = text(data, 'code');
  const row = Object.entries<ReturnCodeRow>(returnCodes).find(([known]) => known === code)?.[1];
  const facts: readonly NamedFact[] = [
    [`${code} ${text(data, 'description')}`, text(data, 'explanation')],
    ['At the bank', row && bankEffect(row)],
    [
      'At the customer',
      row && (row.effects.customer ? `The customer was ${row.effects.customer}.` : 'Nothing changed.'),
    ],
    ['What may be tried next', row && nextTry(row)],
  ];
  return (
    <>
      <Refusal error={error} />
      {data && <FactList facts={facts} />}
    </>
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
