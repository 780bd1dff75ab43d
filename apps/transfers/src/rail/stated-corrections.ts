import { Injectable } from '@nestjs/common';
import type { CorrectedValues } from '@halyard/contracts/bank-behavior';
import { EntryDraws } from '../bank-behavior/entry-draws.js';
import { UploadedCorrections } from '../bank-file/uploaded-corrections.rows.js';
import type { StepOrigin } from '../payment/payment.model.js';

/** Finds the values that banks state in corrections. They are stored sealed, where the correction was asked for. */
@Injectable()
export class StatedCorrections {
  constructor(
    private readonly draws: EntryDraws,
    private readonly uploaded: UploadedCorrections,
  ) {}

  /** @returns undefined once the owner of the bank was erased */
  of({ legId, file, line }: StepOrigin & { readonly legId: string }): Promise<CorrectedValues | undefined> {
    if (file !== undefined && line !== undefined) return this.uploaded.of(file, line);
    return this.draws.correctedValues(legId);
  }
}
