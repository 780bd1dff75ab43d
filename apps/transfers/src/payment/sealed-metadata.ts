import { Injectable } from '@nestjs/common';
import { ErasedError, Sealer } from '@halyard/persistence';
import type { PaymentTerms } from './payment.model.js';

export type Metadata = Readonly<Record<string, string>>;

type MetadataOwner = Pick<PaymentTerms, 'accountId' | 'legs'>;

const CONTEXT = 'transfers.metadata';

/**
 * Callers' metadata may contain anybody's personal data. It is sealed in the stream and plain only in its row. It is
 * sealed once for each customer of the payment, one seal inside the other, so that erasing any of them destroys it. If
 * the payment has no customer, it is sealed for the account.
 */
@Injectable()
export class SealedMetadata {
  constructor(private readonly sealer: Sealer) {}

  /** @returns base64 */
  async seal(terms: MetadataOwner, metadata: Metadata): Promise<string> {
    let text = JSON.stringify(metadata);
    for (const subject of subjectsOf(terms)) text = (await this.sealer.seal(subject, CONTEXT, text)).toString('base64');
    return text;
  }

  /** @returns null if a key of the metadata was destroyed */
  async open({
    sealedMetadata,
    ...terms
  }: MetadataOwner & Pick<PaymentTerms, 'sealedMetadata'>): Promise<Metadata | null> {
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

/** The keys of these subjects seal the metadata of a payment. */
export function subjectsOf({ accountId, legs }: MetadataOwner): string[] {
  const customers = legs
    .flatMap(({ source, destination }) => [source, destination])
    .filter(({ ownerKind }) => ownerKind === 'customer')
    .map(({ ownerId }) => ownerId);
  return customers.length > 0 ? [...new Set(customers)].sort() : [accountId];
}
