import { randomBytes } from 'node:crypto';
import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { applicationRoutes } from '@halyard/contracts/applications';
import { Clock, DomainError, validationError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves, timeOf } from '@halyard/http';
import { IdPipe, usualFault } from '@halyard/input';
import { recordOfAccount } from '../../account/account-history.js';
import { ManagerGuard } from '../../account-people/owner-access.js';
import { ApplicationCredentials } from '../../application/application-credentials.js';
import { Application, type FormerSecret } from '../../application/application.entity.js';
import { TakenAwayRecords } from '../../taken-away/taken-away-records.js';
import { Revocations } from '../../revocation/revocations.js';
import { SecurityEvents } from '../../security-event/security-events.js';
import { Applications } from '../applications.js';
import { OwnApplicationGuard } from '../own-application.guard.js';
import { RotateSecretDto } from './rotate-secret.dto.js';

/** 256 bits of entropy, so a fast hash is enough. */
const SECRET_BYTES = 32;
const FORMER_MAX = 5;
const SECOND_MS = 1_000;

@Controller()
export class ApplicationSecretsController {
  constructor(
    private readonly changes: Changes,
    private readonly applications: Applications,
    private readonly credentials: ApplicationCredentials,
    private readonly events: SecurityEvents,
    private readonly revocations: Revocations,
    private readonly takenAway: TakenAwayRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * An answer with a new secret can get lost. The client can ask for it again only with an idempotency key, so the key
   * is required.
   *
   * @throws DomainError ValidationError (Required at /headers/Idempotency-Key), Forbidden, InvalidResourceState,
   * Conflict
   */
  @Serves(applicationRoutes.createApplicationSecret)
  @UseGuards(ManagerGuard, OwnApplicationGuard)
  create(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { previousValidFor }: RotateSecretDto,
  ): Promise<ResourceAnswer<'application-secret'>> {
    if (operation.key === undefined) throw validationError(usualFault('Required', '/headers/Idempotency-Key'));
    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      const application = await this.applications.locked(tx, operation, id);
      requireOwnSecret(operation, application);
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const now = this.clock.system();
      const formerSecrets = formerOf(application, now, previousValidFor);
      await tx.update(Application, { id }, { secretHash: this.credentials.hash(secret), formerSecrets });
      if (formerSecrets.length === 0) await this.revocations.end(tx, 'credentials', id);
      await recordOfAccount(change, application.accountId, timeOf(operation), (account) => ({
        type: 'auth.application-secret-created.v1',
        data: { ...account, applicationId: id },
      }));
      const { userId: personId } = applicationOf(operation);
      const { accountId } = application;
      await this.events.record(tx, 'secret_rotated', { accountId, personId, applicationId: id });
      if (application.secretHash !== null) {
        const until = new Date(now.getTime() + previousValidFor * SECOND_MS).toISOString();
        await this.takenAway.record(tx, 'secrets-ended', { applicationId: id, until });
      }
      return { type: 'resource', kind: 'application-secret', id, attributes: { secret }, links: {} };
    });
  }
}

/**
 * An application may replace only its own secret, and make the first secret of an application that it created.
 *
 * @throws DomainError Forbidden
 */
function requireOwnSecret(operation: Operation, { id, secretHash, createdBy }: Application): void {
  const { userId, applicationId } = applicationOf(operation);
  if (userId !== undefined || applicationId === id) return;
  if (secretHash === null && createdBy === applicationId) return;
  throw new DomainError('Forbidden', {
    message: 'An application replaces its own secret alone, and makes the first one of applications that it made.',
  });
}

/**
 * Returns the former secrets that still work, and the one that is being replaced.
 *
 * @throws DomainError Conflict if these are too many
 */
function formerOf(
  { secretHash, formerSecrets }: Application,
  now: Date,
  previousValidFor: number,
): readonly FormerSecret[] {
  if (previousValidFor === 0 || secretHash === null) return [];
  const working = formerSecrets.filter(({ validUntil }) => now < new Date(validUntil));
  if (working.length >= FORMER_MAX) {
    throw new DomainError('Conflict', {
      message: `${FORMER_MAX} former secrets still work, which is the most. Wait until one ends, or end all with previousValidFor 0.`,
    });
  }
  const validUntil = new Date(now.getTime() + previousValidFor * SECOND_MS).toISOString();
  return [{ hash: secretHash, validUntil }, ...working];
}
