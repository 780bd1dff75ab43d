import type { Api, LinkTo } from '@halyard/client';
import { isReturnCode, type ReturnCodeRow, returnCodes } from '@halyard/core/return-codes';
import type { ReactElement } from 'react';
import { useResource } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';

/** Tells people what to say to the customer whose transfers failed, from the table of return codes. */
export function Failure({ transfers }: { readonly transfers: readonly Api.Transfer[] }): ReactElement | null {
  const failures = transfers.flatMap(({ _links: { failure } }) => failure ?? []);
  if (failures.length === 0) return null;
  return (
    <Region name="What to tell the customer">
      {failures.map((failure) => (
        <OneFailure key={failure.href} of={failure} />
      ))}
    </Region>
  );
}

function OneFailure({ of }: { readonly of: LinkTo<Api.TransferFailure> }): ReactElement {
  const { data, error } = useResource(of);
  return (
    <>
      <Refusal error={error} />
      {data && <FactList facts={adviceOn(data)} />}
    </>
  );
}

function adviceOn({ code, description, explanation }: Api.TransferFailure): Readonly<Record<string, string>> {
  const failure = { [`${code} ${description}`]: explanation };
  if (!isReturnCode(code)) return failure;
  const row: ReturnCodeRow = returnCodes[code];
  const { customer } = row.effects;
  return {
    ...failure,
    'At the bank': bankEffect(row),
    'At the customer': customer ? `The customer was ${customer}.` : 'Nothing changed.',
    'What may be tried next': nextTry(row),
  };
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
