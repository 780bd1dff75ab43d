import { Controller, Param, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { correctionCodes } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { SandboxOnlyGuard } from '../sandbox-only.guard.js';
import type { ReceivedCorrection } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class CorrectionsController {
  constructor(private readonly transfers: Transfers) {}

  /** Empty if the transfer's bank has corrected nothing. */
  @Serves(transferRoutes.listTransferCorrections)
  async list(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<CollectionAnswer> {
    const { corrections } = await this.transfers.get(id, accountOf(operation));
    const items = (corrections ?? []).map((correction) => correctionAnswer(id, correction));
    return {
      type: 'collection',
      self: ref('listTransferCorrections', id),
      of: 'transfer-correction',
      items,
      total: items.length,
    };
  }
}

const correctionAnswer = (
  transferId: string,
  { code, received, corrected, applied }: ReceivedCorrection,
): ResourceAnswer<'transfer-correction'> => ({
  type: 'resource',
  kind: 'transfer-correction',
  id: transferId,
  attributes: { code, title: correctionCodes[code].title, received, corrected, applied },
  links: {},
});
