import { Injectable } from '@nestjs/common';
import {
  type ApplicationPrincipal,
  type KeyUse,
  keyUses,
  type Operation,
  type ResourceAnswer,
  routeAt,
  sharedServiceRoutes,
} from '@halyard/contracts';
import { DomainError, isUnavailable, validationError } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { isKey, usualFault } from '@halyard/input';
import { hrefOf, linkTo, type View } from '../rendering/hal.js';

const PREFIX = '/idempotency-keys/';

/** What was done under an Idempotency-Key, for the application that used it. Every service that keeps keys is asked. */
@Injectable()
export class KeyUses {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * @param url as the client sent it
   * @throws DomainError ValidationError at /path/key; NotFound; ServiceUnavailable when a service can't be asked
   */
  async find(
    url: string,
    { accountId, applicationId }: ApplicationPrincipal,
    operation: Operation,
    view: View,
  ): Promise<ResourceAnswer<'idempotency-key'>> {
    const key = keyIn(url);
    const query = { accountId, applicationIds: [applicationId], key };
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
      attributes: { key, uses: uses.map((use) => rendered(use, view)) },
      links: {},
    };
  }
}

/** Whatever keeps a service from answering is an outage: without it, the answer would hide what was done there. */
function asUnavailable(cause: unknown): never {
  if (cause instanceof DomainError || isUnavailable(cause)) throw new DomainError('ServiceUnavailable', { cause });
  throw cause;
}

/** The key as it was sent: with an encoded slash in it, it is one part of the path all the same. */
function keyIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  const given = path.slice(PREFIX.length);
  if (given.includes('/')) throw new DomainError('NotFound');
  const key = decodeURIComponent(given);
  if (!isKey(key)) throw malformedKey();
  return key;
}

export const malformedKey = (): DomainError => validationError(usualFault('InvalidFormat', '/path/key'));

/** Whether an address is that of a key, decodable or not. */
export const isKeyAddress = (url: string): boolean => url.startsWith(PREFIX);

function rendered({ applicationId: _, resource, isCreated, ...use }: KeyUse, view: View) {
  return {
    _links: resource ? { resource: { ...linkTo(resource, view) } } : {},
    ...use,
    ...(resource && isCreated && { location: hrefOf(resource, view) }),
  };
}
