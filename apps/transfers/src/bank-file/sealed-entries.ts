import { Injectable } from '@nestjs/common';
import { ErasedError, Sealer } from '@halyard/persistence';

/** The name of a bank's holder, and the id by which the originator knows the holder. */
export interface Holder {
  readonly name: string;
  readonly individualId: string;
}

/** A line of a file, from 1, without its line end. */
export type NumberedLine = readonly [line: number, text: string];

const CONTEXTS = {
  holder: 'transfers.bank-file-holder',
  routing: 'transfers.bank-file-routing',
  company: 'transfers.bank-file-company',
  lines: 'transfers.bank-file-lines',
} as const;

/**
 * The content of files as it is stored. Whatever tells of the holder of a bank is sealed for the holder, so that the
 * erasure of a person destroys it. Everything else is sealed for the account.
 */
@Injectable()
export class SealedEntries {
  constructor(private readonly sealer: Sealer) {}

  prepare(subjectIds: Iterable<string>): Promise<void> {
    return this.sealer.prepare(subjectIds);
  }

  sealHolder(ownerId: string, holder: Holder): Promise<Buffer> {
    return this.sealer.seal(ownerId, CONTEXTS.holder, JSON.stringify(holder));
  }

  /** @returns undefined once the holder was erased */
  async openHolder(ownerId: string, sealed: Buffer | null): Promise<Holder | undefined> {
    const text = sealed && (await this.unlessErased(ownerId, CONTEXTS.holder, sealed));
    return text === null || text === undefined ? undefined : (JSON.parse(text) as Holder);
  }

  sealRouting(accountId: string, routingNumber: string): Promise<Buffer> {
    return this.sealer.seal(accountId, CONTEXTS.routing, routingNumber);
  }

  openRouting(accountId: string, sealed: Buffer): Promise<string> {
    return this.sealer.open(accountId, CONTEXTS.routing, sealed);
  }

  sealCompany(accountId: string, name: string): Promise<Buffer> {
    return this.sealer.seal(accountId, CONTEXTS.company, name);
  }

  openCompany(accountId: string, sealed: Buffer): Promise<string> {
    return this.sealer.open(accountId, CONTEXTS.company, sealed);
  }

  /** Seals lines of an uploaded file. */
  sealLines(subjectId: string, lines: readonly NumberedLine[]): Promise<Buffer> {
    return this.sealer.seal(subjectId, CONTEXTS.lines, JSON.stringify(lines));
  }

  /** @returns undefined once the subject was erased */
  async openLines(subjectId: string, sealed: Buffer | null): Promise<readonly NumberedLine[] | undefined> {
    const text = sealed && (await this.unlessErased(subjectId, CONTEXTS.lines, sealed));
    return text === null || text === undefined ? undefined : (JSON.parse(text) as NumberedLine[]);
  }

  private async unlessErased(subjectId: string, context: string, sealed: Buffer): Promise<string | undefined> {
    try {
      return await this.sealer.open(subjectId, context, sealed);
    } catch (error) {
      if (error instanceof ErasedError) return undefined;
      throw error;
    }
  }
}
