import { text } from 'node:stream/consumers';
import type { Operation } from '@halyard/contracts';
import { bankFileRoutes, bankNumbersQuery, type BankNumbersFound } from '@halyard/contracts/bank-files';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { factAnswer } from '@halyard/testing';
import type { FileLeg, HandOverFile } from '../src/bank-file/file-leg.js';
import { OutgoingFiles } from '../src/bank-file/outgoing-files.js';
import { World } from './world.js';

type KnownBank = BankNumbersFound['banks'][number];

/** An account that hands legs over to its banks. */
export class FileWorld extends World {
  readonly person: PartyFact = this.customer();
  readonly bank: FundingSourceFact = this.source(this.person, 'bank');

  leg(over: Partial<FileLeg> = {}): FileLeg {
    return {
      legId: newId(),
      paymentId: newId(),
      fundingSourceId: this.bank.fundingSourceId,
      ownerKind: this.bank.ownerKind,
      ownerId: this.bank.ownerId,
      isPerson: true,
      direction: 'debit',
      amountMinor: 225_00n,
      isMicroDeposit: false,
      individualId: '',
      settlesOn: new Date('2026-03-05T06:00:00.000Z'),
      ...over,
    };
  }

  handOver(over: Partial<HandOverFile> = {}): HandOverFile {
    return {
      accountId: this.accountId,
      batchId: newId(),
      window: 'standard',
      created: new Date('2026-03-02T22:00:00.000Z'),
      ...over,
    };
  }

  operation(): Operation {
    return { id: newId(), requestId: newId(), principal: this.principal, at: '2026-03-02T22:00:00.000Z' };
  }

  add(file: HandOverFile, legs: readonly FileLeg[], service = this.service): Promise<string | undefined> {
    return service.get(OutgoingFiles).add(file, legs, this.operation());
  }

  make({ batchId }: HandOverFile, legs: readonly FileLeg[], service = this.service): Promise<void> {
    return service.get(OutgoingFiles).make(batchId, new Set(legs.map(({ legId }) => legId)), this.operation());
  }

  /** @returns the id of a file of these legs */
  async made(legs: readonly FileLeg[], over: Partial<HandOverFile> = {}): Promise<string> {
    const file = this.handOver(over);
    const id = await this.add(file, legs);
    await this.make(file, legs);
    return id ?? '';
  }

  /** Every bank has these numbers in each version that is asked for. */
  answerNumbers(
    of: (bank: { fundingSourceId: string; version: number }) => Omit<KnownBank, 'fundingSourceId' | 'version'>,
  ) {
    this.service.services.answer('POST /internal/funding-sources/numbers', ({ body }) =>
      factAnswer({
        banks: bankNumbersQuery.parse(body).banks.map(({ fundingSourceId, version = 1 }) => ({
          fundingSourceId,
          version,
          ...of({ fundingSourceId, version }),
        })),
      }),
    );
  }

  async content(id: string, by: World = this): Promise<string | { status: number }> {
    const answer = await this.service.exchange(bankFileRoutes.getBankFileContent, `/bank-files/${id}/content`, {
      principal: by.principal,
    });
    return answer instanceof Bytes ? text(answer.body) : { status: answer.status };
  }

  async listed(query: Record<string, string> = {}): Promise<string[]> {
    const { body } = await this.call('GET', '/bank-files', { query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items.map(({ id }) => id);
  }

  async entries(id: string, query: Record<string, string> = {}) {
    const { body } = await this.call('GET', `/bank-files/${id}/entries`, { query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  }
}
