import { Injectable } from '@nestjs/common';
import { type Operation, type ResourceAnswer, type ServiceRoute, serviceRoutes } from '@halyard/contracts';
import type { Snapshot, SnapshotsTaken, WantedSnapshot, WantedSnapshots } from '@halyard/contracts/events';
import { DomainError } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { eventAnswer } from '../event.rows.js';
import type { EventResourceKind, PublicEvent } from '../public-event.js';
import type { Embed } from './embed-query.js';

interface Owner {
  readonly route: ServiceRoute;
  /** The key under which the owner's history holds the resource. */
  readonly keyOf: (event: PublicEvent) => string;
}

const itself = ({ resourceId }: PublicEvent): string => resourceId;
const itsCustomer = ({ customerId, resourceId }: PublicEvent): string => customerId ?? resourceId;

/** The services that know earlier versions of resources, by kind of resource. */
const owners: Readonly<Record<EventResourceKind, Owner>> = {
  'beneficial-owner': { route: serviceRoutes.takeCustomerSnapshots, keyOf: itsCustomer },
  customer: { route: serviceRoutes.takeCustomerSnapshots, keyOf: itself },
  document: { route: serviceRoutes.takeCustomerSnapshots, keyOf: itsCustomer },
  'funding-source': { route: serviceRoutes.takeFundingSourceSnapshots, keyOf: itself },
  transfer: { route: serviceRoutes.takeTransferSnapshots, keyOf: itself },
};

/**
 * Answers events as resources and, on request, embeds a snapshot of the resource that each event is about. No snapshot
 * is stored with an event: when somebody reads the event, the owner of the resource makes the snapshot from its sealed
 * history (ADR 55).
 */
@Injectable()
export class EventAnswers {
  constructor(private readonly calls: ServiceCalls) {}

  /** @param events of one account, at most a page @throws DomainError ServiceUnavailable if an owner does not answer */
  async of(events: readonly PublicEvent[], embed: Embed, operation: Operation): Promise<ResourceAnswer<'event'>[]> {
    const answers = events.map(eventAnswer);
    if (!embed) return answers;
    const snapshots = await this.snapshotsOf(events, operation);
    return answers.map((answer, index) => withSnapshot(answer, snapshots[index]));
  }

  /** Sends one request to each owner. A snapshot that several events share is requested once. */
  private async snapshotsOf(events: readonly PublicEvent[], operation: Operation): Promise<(Snapshot | undefined)[]> {
    const asked = new Map<ServiceRoute, Map<string, WantedSnapshot>>();
    const names = events.map((event) => {
      const { route } = owners[event.resourceKind];
      const wanted = wantedOf(event);
      const name = JSON.stringify(wanted);
      asked.set(route, (asked.get(route) ?? new Map<string, WantedSnapshot>()).set(name, wanted));
      return name;
    });
    const taken = await Promise.all(
      [...asked].map(async ([route, wanted]) => this.ask(route, events[0]?.accountId, wanted, operation)),
    );
    const byName = new Map(taken.flat());
    return names.map((name) => byName.get(name));
  }

  private async ask(
    route: ServiceRoute,
    accountId: string | undefined,
    wanted: ReadonlyMap<string, WantedSnapshot>,
    operation: Operation,
  ): Promise<[string, Snapshot][]> {
    if (accountId === undefined) return [];
    const body: WantedSnapshots = { accountId, wanted: [...wanted.values()] };
    const { snapshots } = await this.calls.request<SnapshotsTaken>(route, body, operation);
    if (snapshots.length !== wanted.size) throw new DomainError('ServerError', { cause: 'snapshots are missing' });
    return [...wanted.keys()].map((name, index) => [name, snapshots[index] ?? 'unknown']);
  }
}

/**
 * Says which snapshot an event needs. An event without a version was caused by another service: then the time decides.
 */
function wantedOf(event: PublicEvent): WantedSnapshot {
  const { resourceKind: kind, resourceId: id, resourceVersion, createdAt } = event;
  const key = owners[kind].keyOf(event);
  const at = createdAt.toISOString();
  return { kind, id, key, ...(resourceVersion !== null && { version: resourceVersion }), at };
}

function withSnapshot(answer: ResourceAnswer<'event'>, snapshot: Snapshot = 'unknown'): ResourceAnswer<'event'> {
  return typeof snapshot === 'string'
    ? { ...answer, attributes: { ...answer.attributes, resourceSnapshot: snapshot } }
    : { ...answer, attached: { resource: snapshot } };
}
