import { createHash } from 'node:crypto';
import { Controller, UseGuards } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import {
  CurrentExchange,
  CurrentOperation,
  Idempotency,
  type IncomingExchange,
  type KeptAnswer,
  Serves,
} from '@halyard/http';
import { Commands } from '../commands.js';
import { SandboxOnlyGuard } from '../sandbox-only.guard.js';
import { uploadedContent } from '../bank-file/uploaded-content.js';
import { UploadBankFile } from './upload-bank-file.command.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class UploadBankFileController {
  constructor(
    private readonly commands: Commands,
    private readonly idempotency: Idempotency,
  ) {}

  /** Two requests with the same key are the same if their files are, whether they come as text or in a form. */
  @Serves(bankFileRoutes.uploadBankFile)
  async upload(
    @CurrentOperation() operation: Operation,
    @CurrentExchange() exchange: IncomingExchange,
  ): Promise<KeptAnswer> {
    const content = await uploadedContent(exchange);
    const body = { sha256: createHash('sha256').update(content).digest('hex') };
    return this.idempotency.create({ method: 'POST', path: '/bank-files', body, operation }, (carriedOut) =>
      this.commands.execute(new UploadBankFile(carriedOut, content)),
    );
  }
}
