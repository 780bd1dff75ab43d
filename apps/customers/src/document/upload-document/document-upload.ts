import { Injectable } from '@nestjs/common';
import { accountsOf, created, type CreatedAnswer, isPerson, limitedAs, type Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, applicationOf, Idempotency, type IncomingExchange, KeptAnswer, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { CustomersConfig } from '../../config.js';
import { countDocuments } from '../counted-documents.query.js';
import { Document, type PartyKind } from '../document.entity.js';
import { documentRules, DOCUMENTS_MAX, formatsFor } from '../document-rules.js';
import type { DocumentParty } from '../party/document-party.js';
import { DocumentPartyKinds } from '../party/document-party-kinds.js';
import { recordVerdict } from '../record-verdict.js';
import { DocumentVault } from '../storage/document-vault.js';
import { requireWanted, requireWhole, type WholeForm } from './form-faults.js';
import { InLine } from './in-line.js';
import { readForm } from './read-form.js';
import { type SandboxOutcome, sandboxOutcome } from './sandbox-outcome.js';
import { storeFile } from './store-file.js';

/** The checks that one caller may have at a time. */
const CHECKS_AT_ONCE = 2;

interface UploadTarget {
  readonly kind: PartyKind;
  readonly id: string;
  /** Path of the request, as the client sees it. */
  readonly path: string;
}

@Injectable()
export class DocumentUpload {
  private readonly checks = new InLine(CHECKS_AT_ONCE);

  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: DocumentVault,
    private readonly idempotency: Idempotency,
    private readonly changes: Changes,
    private readonly parties: DocumentPartyKinds,
    private readonly sealer: Sealer,
    private readonly config: CustomersConfig,
  ) {}

  /**
   * Stores the bytes first, then the record. Others are told if the sandbox decides on the document at once. Without a
   * record nobody can read the bytes, and they are removed.
   *
   * @throws DomainError NotFound, InvalidResourceState, MaxNumberOfResources, DuplicateResource, ValidationError,
   * FileTooLarge, BadRequest
   */
  async execute(operation: Operation, target: UploadTarget, exchange: IncomingExchange): Promise<KeptAnswer> {
    const party = await this.partyOf(this.dataSource.manager, operation, target);
    // With an Idempotency-Key this may repeat a successful upload, which gets its stored answer in any state.
    if (operation.key === undefined) await this.requireRoom(this.dataSource.manager, party);
    const principal = applicationOf(operation);
    // Many applications of one account get no more turns than one application.
    const [accountId = '', owner = accountId] = accountsOf(principal);
    const caller = isPerson(principal) ? limitedAs(principal) : owner;
    const inLine = (work: () => Promise<void>) => this.checks.run(caller, work);
    const form = await readForm(exchange, (file) =>
      storeFile(file, { vault: this.vault, formats: formatsFor(party.wanted, file.documentType), inLine }),
    );
    const fileId = form.taken?.id;
    let recordedId: string | undefined;
    try {
      const whole = requireWhole(form);
      const { type, file } = whole;
      const body = { documentType: type, file: { name: file.name, sha256: file.sha256 } };
      const answer = await this.idempotency.create(
        { method: 'POST', path: target.path, body, operation },
        (carriedOut) => this.record(carriedOut, target, whole, party),
      );
      if (answer.answer.body.type === 'created') recordedId = answer.answer.body.resource.id;
      return answer;
    } finally {
      if (fileId !== undefined && recordedId !== fileId) await this.vault.discard(fileId);
    }
  }

  private record(
    operation: Operation,
    target: UploadTarget,
    form: WholeForm,
    party: DocumentParty,
  ): Promise<CreatedAnswer> {
    const outcome = this.config.environment === 'sandbox' ? sandboxOutcome(form.file.name) : undefined;
    const tell = outcome && { tell: () => this.parties.tell(operation, party) };
    return this.changes.run(operation, (change) => this.recordOnce(change, operation, target, form, outcome), tell);
  }

  private async recordOnce(
    change: Change,
    operation: Operation,
    target: UploadTarget,
    form: WholeForm,
    failureReasons: SandboxOutcome | undefined,
  ): Promise<CreatedAnswer> {
    const { tx } = change;
    const { type, file } = form;
    const parties = this.parties.of(target.kind);
    const party = await parties.lock(tx, { id: target.id, accountId: accountOf(operation) });
    if (!party) throw new DomainError('NotFound');
    const fingerprint = this.sealer.fingerprint('documents.file', `${party.id}\n${file.sha256}\n${file.name}`);
    await this.requireRoom(tx, party);
    requireWanted(form, party);
    await this.requireNew(tx, party, fingerprint);
    const at = timeOf(operation);
    const document: Document = {
      id: file.id,
      accountId: party.accountId,
      customerId: party.customerId,
      partyKind: party.kind,
      partyId: party.id,
      type,
      format: file.format,
      size: file.size,
      sealedKey: await this.vault.sealKey(party.customerId, file.key),
      fingerprint,
      verdict: 'pending',
      failureReasons: [],
      created: at,
      reviewedAt: null,
      reviewedBy: null,
      reviewerId: null,
    };
    await this.vault.keep(tx, file.id);
    await tx.insert(Document, document);
    const { about } = documentRules[type];
    await parties.apply(change, party, { step: 'uploaded', documentId: file.id, about, at });
    if (failureReasons) await recordVerdict(change, parties, { document, party, failureReasons, at, by: null });
    return created('document', file.id);
  }

  private async partyOf(manager: EntityManager, operation: Operation, { kind, id }: UploadTarget) {
    const party = await this.parties.of(kind).find(manager, { id, accountId: accountOf(operation) });
    if (!party) throw new DomainError('NotFound');
    return party;
  }

  private async requireRoom(manager: EntityManager, { id, wanted }: DocumentParty): Promise<void> {
    if (wanted.length === 0)
      throw new DomainError('InvalidResourceState', { message: 'The customer does not need a document now.' });
    if ((await countDocuments(manager, id)) < DOCUMENTS_MAX) return;
    throw new DomainError('MaxNumberOfResources', { message: `At most ${DOCUMENTS_MAX} documents are taken.` });
  }

  private async requireNew(tx: EntityManager, { id }: DocumentParty, fingerprint: string): Promise<void> {
    const same = await tx.findOneBy(Document, { partyId: id, fingerprint });
    if (!same) return;
    throw new DomainError('DuplicateResource', { about: { kind: 'document', id: same.id } });
  }
}
