import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import {
  type CollectionAnswer,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { signingKeyRoutes } from '@halyard/contracts/signing-keys';
import { Clock, DomainError, validationError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery, usualFault } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { DataSource, LessThan } from 'typeorm';
import { RotateSigningKeysDto } from './rotate-signing-keys.dto.js';
import { signingKeyRotationAnswer } from './signing-key-rotation.answer.js';
import { SigningKeyRotation } from './signing-key-rotation.entity.js';
import { SigningKeyRotations } from './signing-key-rotations.js';

const LEAD_SECONDS = 300;

@Controller()
@UseGuards(OperatorOnlyGuard)
export class SigningKeyRotationsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rotations: SigningKeyRotations,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError ValidationError (NotAllowed at /leadSeconds) in an emergency; InvalidResourceState */
  @Serves(signingKeyRoutes.rotateSigningKeys)
  rotate(
    @CurrentOperation() operation: Operation,
    @Body() { leadSeconds, emergency }: RotateSigningKeysDto,
  ): Promise<CreatedAnswer> {
    if (!emergency) {
      return this.rotations.rotate(operation, { isEmergency: false, leadMs: (leadSeconds ?? LEAD_SECONDS) * 1_000 });
    }
    if (leadSeconds) throw validationError(usualFault('NotAllowed', '/leadSeconds'));
    return this.rotations.rotate(operation, { isEmergency: true, leadMs: 0 });
  }

  /** Newest first. */
  @Serves(signingKeyRoutes.listSigningKeyRotations)
  async list(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const where = anchor === undefined ? {} : { id: LessThan(anchor) };
    const found = await manager.find(SigningKeyRotation, { where, order: { id: 'DESC' }, take: limit + 1 });
    const page = keysetPage(found, limit);
    const now = this.clock.system();
    return {
      type: 'collection',
      self: ref('listSigningKeyRotations'),
      of: 'signing-key-rotation',
      items: page.items.map((rotation) => signingKeyRotationAnswer(rotation, now)),
      total: await manager.count(SigningKeyRotation),
      keyset: page.keyset,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(signingKeyRoutes.getSigningKeyRotation)
  async get(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'signing-key-rotation'>> {
    const rotation = await this.dataSource.manager.findOneBy(SigningKeyRotation, { id });
    if (!rotation) throw new DomainError('NotFound');
    return signingKeyRotationAnswer(rotation, this.clock.system());
  }
}
