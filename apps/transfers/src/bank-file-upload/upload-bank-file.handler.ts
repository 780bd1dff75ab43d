import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { deriveTimedId, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { driverErrorOf } from '@halyard/persistence';
import type { FrozenStep, StepSet } from '../sandbox/frozen-steps.rows.js';
import { Simulation } from '../sandbox/simulation.js';
import { insertIncoming } from '../bank-file/incoming-files.rows.js';
import { readNacha } from '../bank-file/nacha/read-nacha.js';
import { IncomingRows } from './incoming-rows.js';
import { EntryMatches, type MatchedEntry } from './matched-entries.js';
import { UploadBankFile } from './upload-bank-file.command.js';

const UNIQUE_VIOLATION = '23505';

@CommandHandler(UploadBankFile)
export class UploadBankFileHandler implements ICommandHandler<UploadBankFile> {
  constructor(
    private readonly simulation: Simulation,
    private readonly matches: EntryMatches,
    private readonly rows: IncomingRows,
  ) {}

  /**
   * Stores the file with its results, and with the steps of the banks that it asks for, in one transaction. Then takes
   * these steps. If it is interrupted after the transaction, a repeat or due work takes the rest of them.
   *
   * @throws DomainError ValidationError `/lines/<n>`, ServiceUnavailable
   */
  async execute({ operation, content }: UploadBankFile): Promise<CreatedAnswer> {
    const fileId = deriveTimedId(operation.id, 'bank-file');
    while (!(await this.isApplied(operation, fileId, content)));
    return created('bank-file', fileId);
  }

  /** @returns false if another upload has returned or corrected one of the entries since they were matched */
  private async isApplied(operation: Operation, fileId: string, content: Buffer): Promise<boolean> {
    try {
      await this.simulation.runFile(operation, () => this.stepsOf(operation, fileId, content));
      return true;
    } catch (error) {
      if (driverErrorOf(error).code !== UNIQUE_VIOLATION) throw error;
      return false;
    }
  }

  private async stepsOf(operation: Operation, fileId: string, content: Buffer): Promise<StepSet> {
    const file = readNacha(content.toString('latin1'));
    if ('faults' in file) throw validationError(...file.faults);
    const accountId = accountOf(operation);
    const matched = await this.matches.of(accountId, file.entries, operation);
    const rows = await this.rows.of({ fileId, accountId, created: new Date(operation.at) }, file, matched);
    return {
      steps: matched.flatMap((entry) => stepOf(fileId, entry) ?? []),
      also: (tx) => insertIncoming(tx, rows.file, rows.entries),
    };
  }
}

/** @returns undefined for an entry that is refused */
function stepOf(fileId: string, { entry, leg, reason }: MatchedEntry): FrozenStep | undefined {
  if (!leg || reason) return undefined;
  const { paymentId, legId, isSettled } = leg;
  const asked = { paymentId, legId, file: fileId, line: entry.line };
  const { type, code } = entry.states;
  if (type === 'correction') return { ...asked, corrects: code };
  return { ...asked, returns: { code, isLate: isSettled }, ...(isSettled && { isLate: true as const }) };
}
