import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import {
  type CollectionAnswer,
  created,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { peopleRoutes } from '@halyard/contracts/people';
import { deriveId } from '@halyard/core';
import { accountOf, applicationOf, CurrentOperation, Serves, timeOf } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OwnResourceGuard } from '@halyard/service/own-resource-guard';
import { DataSource } from 'typeorm';
import { Invitation } from '../invitation/invitation.entity.js';
import { Invitations } from '../invitation/invitations.js';
import { CreateInvitationDto } from '../invitation/invited-person.dto.js';
import { OwnerAccess, ReaderGuard } from './owner-access.js';

class OwnInvitationGuard extends OwnResourceGuard {
  protected override readonly entity = Invitation;
}

/** Not paged: invitations are few. */
@Controller()
@UseGuards(ReaderGuard)
export class InvitationsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly invitations: Invitations,
    private readonly access: OwnerAccess,
  ) {}

  /** @throws DomainError Forbidden, ValidationError (Duplicate at /email), MaxNumberOfResources */
  @Serves(peopleRoutes.createInvitation)
  async create(
    @CurrentOperation() operation: Operation,
    @Body() { email, name, role }: CreateInvitationDto,
  ): Promise<CreatedAnswer> {
    await this.access.requireInviter(operation, role);
    const [id, accountId] = [deriveId(operation.id, 'invitation'), accountOf(operation)];
    return this.changes.run(operation, async (change) => {
      await this.invitations.create(change, { id, accountId, email, name, role }, timeOf(operation));
      return created('invitation', id);
    });
  }

  @Serves(peopleRoutes.listInvitations)
  async list(@CurrentOperation() operation: Operation): Promise<CollectionAnswer> {
    const open = await this.invitations.openOf(this.dataSource.manager, accountOf(operation));
    const items = await Promise.all(open.map((invitation) => this.answerOf(operation, invitation)));
    return { type: 'collection', self: ref('listInvitations'), of: 'invitation', items, total: items.length };
  }

  @Serves(peopleRoutes.getInvitation)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'invitation'>> {
    const invitation = await this.invitations.get(this.dataSource.manager, accountOf(operation), id);
    return this.answerOf(operation, invitation);
  }

  /** Answers with the invitation as it was before the withdrawal. */
  @Serves(peopleRoutes.withdrawInvitation)
  @UseGuards(OwnInvitationGuard)
  async withdraw(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'invitation'>> {
    await this.access.requireOwner(operation);
    return this.changes.run(operation, async (change) =>
      this.answerOf(operation, await this.invitations.withdraw(change, accountOf(operation), id, timeOf(operation))),
    );
  }

  /** Only owners get the "withdraw" link; applications can't withdraw invitations. */
  private async answerOf(operation: Operation, invitation: Invitation): Promise<ResourceAnswer<'invitation'>> {
    const { id, role, createdAt, expiresAt } = invitation;
    const { email, name } = await this.invitations.open(invitation);
    const times = { created: createdAt.toISOString(), expires: expiresAt.toISOString() };
    const links = applicationOf(operation).userId === undefined ? {} : { withdraw: ref('invitation', id) };
    return { type: 'resource', kind: 'invitation', id, attributes: { id, email, name, role, ...times }, links };
  }
}
