import { Injectable } from '@nestjs/common';
import { ErasedError, Sealer } from '@halyard/persistence';
import type { PaymentTerms } from './payment.model.js';

export type Metadata = Readonly<Record<string, string>>;

type Named = Pick<PaymentTerms, 'accountId' | 'legs'>;

const CONTEXT = 'transfers.metadata';

/**
 * Callers' metadata may say anything of anyone: sealed in the stream, plain only in the row of its account. It is sealed for
 * each customer that the payment names, one inside the other, so that it is gone with either; for the account where there
 * is none.
 */
@Injectable()
export class SealedMetadata {
  constructor(private readonly sealer: Sealer) {}

  /** @returns base64 */
  async seal(terms: Named, metadata: Metadata): Promise<string> {
    let text = JSON.stringify(metadata);
    for (const subject of subjectsOf(terms)) text = (await this.sealer.seal(subject, CONTEXT, text)).toString('base64');
    return text;
  }

  /** @returns null for what was sealed under a key that has been destroyed since: it is gone, and stays gone */
  async open({ sealedMetadata, ...terms }: Named & Pick<PaymentTerms, 'sealedMetadata'>): Promise<Metadata | null> {
    if (sealedMetadata === undefined) return null;
    try {
      let text = sealedMetadata;
      for (const subject of subjectsOf(terms).reverse()) {
        text = await this.sealer.open(subject, CONTEXT, Buffer.from(text, 'base64'));
      }
      return JSON.parse(text) as Metadata;
    } catch (error) {
      if (error instanceof ErasedError) return null;
      throw error;
    }
  }
}

function subjectsOf({ accountId, legs }: Named): string[] {
  const customers = legs
    .flatMap(({ source, destination }) => [source, destination])
    .filter(({ ownerKind }) => ownerKind === 'customer')
    .map(({ ownerId }) => ownerId);
  return customers.length > 0 ? [...new Set(customers)].sort() : [accountId];
}
