import type { Api } from '@halyard/client';
import { correctionCodes, isCorrectionCode } from '@halyard/core/correction-codes';
import type { ReactElement } from 'react';
import { docsOf } from '../../api/neighbours.js';
import { itemsOf, pageOf } from '../../api/resource.js';
import { useResources } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

/** A bank's correction, and the leg that it is about. */
interface ReceivedCorrection extends Api.TransferCorrection {
  readonly leg: Api.Transfer;
}

export interface Corrections {
  readonly corrections: readonly ReceivedCorrection[];
  readonly error: unknown;
}

/** The corrections of a payment's legs, in the order in which they were received. */
export function useCorrections(legs: readonly Api.Transfer[]): Corrections {
  const corrected = legs.flatMap((leg) => (leg._links.corrections ? [{ leg, link: leg._links.corrections }] : []));
  const read = useResources<Api.TransferCorrectionList>(corrected.map(({ link }) => link));
  const corrections = corrected.flatMap(({ leg }, place) => itemsOf(read[place]?.data).map((one) => ({ ...one, leg })));
  return {
    corrections: corrections.toSorted((one, other) => one.received.localeCompare(other.received)),
    error: read.find(({ error }) => error)?.error,
  };
}

/** The corrections of a payment's legs; nothing if there are none. */
export function CorrectionsRegion({ of: { corrections, error } }: { readonly of: Corrections }): ReactElement | null {
  if (corrections.length === 0 && !error) return null;
  return (
    <Region name="Corrections">
      <Refusal error={error} />
      <Table name="Corrections" columns={columns} items={corrections} empty="No bank corrected anything." />
    </Region>
  );
}

const columns = columnsOf<ReceivedCorrection>({
  Correction: ({ code, title }) => (
    <a className="wraps" href={docsOf(`correction-codes/${code}/`)}>
      {code} {title}
    </a>
  ),
  'The bank says': (correction) => <span className="wraps">{correctedText(correction)}</span>,
  'Stored bank': ({ applied }) => (applied ? 'Changed' : 'Not changed'),
  Received: 'received',
  Leg: ({ leg }) => <Go to={pageOf(leg._links.self)}>Transfer</Go>,
});

/** The corrected values in words. The API shows an account number with its last digits alone, and no name. */
function correctedText({ code, corrected }: Api.TransferCorrection): string {
  const { routingNumber, accountNumber, bankAccountType, name } = corrected;
  const parts = [
    routingNumber !== undefined && `routing number ${routingNumber}`,
    accountNumber !== undefined && `account number ${accountNumber.replace(/^\*+/, '••')}`,
    bankAccountType !== undefined && `${bankAccountType} account`,
    name === true && 'the holder has another name',
  ].filter((part) => part !== false);
  if (parts.length > 0) return wordsOfSentence(parts.join(', '));
  return isCorrectionCode(code) ? correctionCodes[code].description : '–';
}

const wordsOfSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
