import type { Api } from '@halyard/client';
import { changesBank, type CorrectionCode, correctionCodes, isCorrectionCode } from '@halyard/core/correction-codes';
import type { ReturnCodeRow } from '@halyard/core/return-codes';
import type { ReactElement } from 'react';
import { docsOf } from '../../api/neighbours.js';
import { useResources } from '../../api/use-resource.js';
import { nextTry, returnCodeRow } from '../../columns/return-advice.js';
import { FactList } from '../../parts/facts.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import type { Corrections } from './corrections.js';

interface FailureProps {
  readonly transfers: readonly Api.Transfer[];
  readonly corrections: Corrections['corrections'];
}

/**
 * Tells people what to say to the customer whose transfers failed or were corrected, from the tables of return codes
 * and of correction codes.
 */
export function Failure({ transfers, corrections }: FailureProps): ReactElement | null {
  const links = transfers.flatMap(({ _links: { failure } }) => failure ?? []);
  const read = useResources<Api.TransferFailure>(links);
  if (links.length === 0 && corrections.length === 0) return null;
  // All legs of a payment fail for the reason for which one of them did.
  const failures = [...new Map(read.flatMap(({ data }) => (data ? [[data.code, data] as const] : []))).values()];
  return (
    <Region name="What to tell the customer">
      <Refusal error={read.find(({ error }) => error)?.error} />
      {failures.map((failure) => (
        <div key={failure.code} className="note bad">
          <p>
            <strong>{failure.explanation}</strong>{' '}
            <a href={docsOf(`return-codes/${failure.code}/`)}>
              {failure.code} {failure.description}
            </a>
          </p>
          <FactList facts={adviceOn(failure)} />
        </div>
      ))}
      {corrections.map((correction) => (
        <Corrected key={correction.received + correction.code} of={correction} />
      ))}
    </Region>
  );
}

function Corrected({ of: { code, title, applied } }: { readonly of: Api.TransferCorrection }): ReactElement | null {
  if (!isCorrectionCode(code)) return null;
  return (
    <div className="note waiting">
      <p>
        <strong>{correctionCodes[code].description}</strong>{' '}
        <a href={docsOf(`correction-codes/${code}/`)}>
          {code} {title}
        </a>
      </p>
      <FactList
        facts={{
          'What may be tried next': afterCorrection(code, applied),
          'At the bank': applied ? 'The stored bank was changed. It stays verified.' : 'Nothing changed.',
          'At the customer': 'Nothing changed. The money has arrived.',
        }}
      />
    </div>
  );
}

/** The next thing to do after a bank has corrected an entry. */
function afterCorrection(code: CorrectionCode, applied: boolean): string {
  if (applied) return 'Nothing needs to be done: the next transfer goes to the right account.';
  if (changesBank(code))
    return 'The owner has that bank already. Use that one, and remove the one with the old details.';
  if (code === 'C04') return 'Ask the customer for the name that the bank has, and use it from now on.';
  if (code === 'C09') return 'Ask the customer for the identification number that the bank has.';
  return 'Tell whoever runs this installation: the bank could not read what came with the entry.';
}

function adviceOn({ code }: Api.TransferFailure): Readonly<Record<string, string>> {
  const row = returnCodeRow(code);
  if (!row) return {};
  const { customer } = row.effects;
  return {
    'What may be tried next': nextTry(row),
    'At the bank': bankEffect(row),
    'At the customer': customer ? `The customer was ${customer}.` : 'Nothing changed.',
  };
}

function bankEffect({ effects }: ReturnCodeRow): string {
  if (effects.block) return 'The bank was removed, and its number can’t be added again.';
  if (effects.remove) return 'The bank was removed.';
  return effects.unverify ? 'The bank has to be verified again.' : 'Nothing changed.';
}
