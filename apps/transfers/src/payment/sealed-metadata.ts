import { Injectable } from '@nestjs/common';
import { Sealer, UnsealingError } from '@halyard/persistence';
import type { PaymentTerms } from './payment.model.js';

export type Metadata = Readonly<Record<string, string>>;

const CONTEXT = 'transfers.metadata';

/** Callers' metadata may say anything of anyone: sealed in the stream, plain only in the row of its account. */
@Injectable()
export class SealedMetadata {
  constructor(private readonly sealer: Sealer) {}

  /** @returns base64 */
  async seal(accountId: string, metadata: Metadata): Promise<string> {
    return (await this.sealer.seal(accountId, CONTEXT, JSON.stringify(metadata))).toString('base64');
  }

  /** @returns null for what was sealed under a key that has been destroyed since: it is gone, and stays gone */
  async open({
    accountId,
    sealedMetadata,
  }: Pick<PaymentTerms, 'accountId' | 'sealedMetadata'>): Promise<Metadata | null> {
    if (sealedMetadata === undefined) return null;
    try {
      const sealed = Buffer.from(sealedMetadata, 'base64');
      return JSON.parse(await this.sealer.open(accountId, CONTEXT, sealed)) as Metadata;
    } catch (error) {
      if (error instanceof UnsealingError) return null;
      throw error;
    }
  }
}
