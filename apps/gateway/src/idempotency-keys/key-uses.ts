import { Injectable } from '@nestjs/common';
import {
  type ApplicationPrincipal,
  type Operation,
  type ResourceAnswer,
  routeAt,
  serviceRoutes,
  sharedServiceRoutes,
} from '@halyard/contracts';
import { type AccountApplications, accountApplications } from '@halyard/contracts/applications';
import { type KeyUse, keyUses } from '@halyard/contracts/idempotency-keys';
import { DomainError, isUnavailable, validationError } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { isKey, usualFault } from '@halyard/input';
import { hrefOf, linkTo, type View } from '../rendering/hal.js';

const PREFIX = '/idempotency-keys/';

/**
 * Finds what was done under an Idempotency-Key by the application that asks. People in our own applications see the
 * uses of all their account's applications. Every service that keeps keys is asked.
 */
@Injectable()
export class KeyUseFinder {
  constructor(private readonly calls: ServiceCalls) {}

  /** @throws DomainError ValidationError at /path/key; NotFound; ServiceUnavailable if a service can't be asked */
  async find(
    url: string,
    { accountId, applicationId, isFirstParty }: ApplicationPrincipal,
    operation: Operation,
    view: View,
  ): Promise<ResourceAnswer<'idempotency-key'>> {
    const key = keyIn(url);
    const applications = isFirstParty ? await this.applicationsOf(accountId, operation) : undefined;
    const query = { accountId, applicationIds: applications?.map(({ id }) => id) ?? [applicationId], key };
    const { findKeyUses } = sharedServiceRoutes;
    const found = await Promise.all(
      findKeyUses.owners.map(async (owner) => {
        const answer = await this.calls.request(routeAt(findKeyUses, owner), query, operation).catch(asUnavailable);
        return keyUses.parse(answer).uses;
      }),
    );
    const uses = found.flat().sort((a, b) => Date.parse(a.firstUsed) - Date.parse(b.firstUsed));
    if (uses.length === 0) throw new DomainError('NotFound');
    return {
      type: 'resource',
      kind: 'idempotency-key',
      id: encodeURIComponent(key),
      attributes: { key, uses: uses.map((use) => rendered(use, view, applications)) },
      links: {},
    };
  }

  private async applicationsOf(
    accountId: string,
    operation: Operation,
  ): Promise<AccountApplications['applications'] | undefined> {
    const answer = await this.calls
      .ask(serviceRoutes.listAccountApplications, accountId, operation)
      .catch(asUnavailable);
    return accountApplications.parse(answer).applications;
  }
}

/** Reports any failure of a service as an outage: without that service, the answer would hide what was done there. */
function asUnavailable(cause: unknown): never {
  if (cause instanceof DomainError || isUnavailable(cause)) throw new DomainError('ServiceUnavailable', { cause });
  throw cause;
}

/** The key as it was sent. An encoded slash does not split it into several parts of the path. */
function keyIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  const given = path.slice(PREFIX.length);
  if (given.includes('/')) throw new DomainError('NotFound');
  const key = decodeURIComponent(given);
  if (!isKey(key)) throw malformedKey();
  return key;
}

export const malformedKey = (): DomainError => validationError(usualFault('InvalidFormat', '/path/key'));

/** Whether the URL is the address of a key, decodable or not. */
export const isKeyAddress = (url: string): boolean => url.startsWith(PREFIX);

function rendered(
  { applicationId, resource, isCreated, ...use }: KeyUse,
  view: View,
  applications?: AccountApplications['applications'],
) {
  const application = applications?.find(({ id }) => id === applicationId);
  return {
    _links: resource ? { resource: { ...linkTo(resource, view) } } : {},
    ...(application && { application: { id: application.id, name: application.name } }),
    ...use,
    ...(resource && isCreated && { location: hrefOf(resource, view) }),
  };
}
