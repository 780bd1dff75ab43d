import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import type { DocumentFailureReason } from '@halyard/contracts/documents';
import { Clock, DomainError } from '@halyard/core';
import { type Actor, actorOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import { reviewAnswer } from '../document.answer.js';
import { Document } from '../document.entity.js';
import { DocumentPartyKinds } from '../party/document-party-kinds.js';
import { recordVerdict } from '../record-verdict.js';

@Injectable()
export class DocumentReviews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly parties: DocumentPartyKinds,
    private readonly clock: Clock,
  ) {}

  /**
   * @param failureReasons empty to accept the document
   * @throws DomainError NotFound; InvalidResourceState if it was decided on before; ServiceUnavailable if the decision
   * is committed but others could not be told
   */
  async execute(
    operation: Operation,
    id: string,
    failureReasons: readonly DocumentFailureReason[],
  ): Promise<ResourceAnswer<'document-review'>> {
    const by = actorOf(operation);
    const found = await this.dataSource.manager.findOneBy(Document, { id });
    if (!found) throw new DomainError('NotFound');
    return this.changes.run(operation, (change) => this.decide(change, found, failureReasons, by), {
      tell: () => this.parties.tell(operation, found),
    });
  }

  private async decide(
    change: Change,
    { id, partyKind, partyId, accountId }: Document,
    failureReasons: readonly DocumentFailureReason[],
    by: Actor,
  ): Promise<ResourceAnswer<'document-review'>> {
    const parties = this.parties.of(partyKind);
    const party = await parties.lock(change.tx, { id: partyId });
    const document = await change.tx.findOne(Document, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!document) throw new DomainError('NotFound');
    if (document.verdict !== 'pending') throw new DomainError('InvalidResourceState');
    // By the clock of the document's account: the request has the clock of the operator's account.
    const at = await this.clock.now(accountId);
    return reviewAnswer(await recordVerdict(change, parties, { document, party, failureReasons, at, by }));
  }
}
