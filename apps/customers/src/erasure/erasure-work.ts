import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import {
  type CustomerErasure,
  type ErasingService,
  erasingServices,
  type Operation,
  serviceRoutes,
} from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { type DueItem, DueWork } from '@halyard/background';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer } from '../customer/customer.entity.js';
import { CustomerHistory } from '../customer/customer-history.js';
import { CustomerTeller } from '../customer/customer-teller.js';
import { Document } from '../document/document.entity.js';
import { DocumentVault } from '../document/storage/document-vault.js';
import { close, isOpen, reopen } from './closed-customer.js';
import { empty } from './emptied-customer.js';
import { Erasure, type ErasureStep } from './erasure.entity.js';
import { Obstacles } from './obstacles.js';

/** Due work: an erasure under way. The key is its id. */
const ERASURE = 'erasure';
/** Requests that were judged before the customer was closed have ended by then. */
const QUIET_MS = 3_000;

const others = {
  'funding-sources': serviceRoutes.eraseAtFundingSources,
  transfers: serviceRoutes.eraseAtTransfers,
  webhooks: serviceRoutes.eraseAtWebhooks,
} as const satisfies Record<Exclude<ErasingService, 'customers'>, unknown>;

/** An erasure and its customer, both locked. */
interface Case {
  readonly tx: EntityManager;
  readonly erasure: Erasure;
  readonly customer: Customer;
  /** By the customer's clock. */
  readonly at: Date;
  readonly operation: Operation;
}

/**
 * Erases persons, one step per transaction. A step that is interrupted is repeated, and each may be. After the customer
 * is closed its obstacles are checked once more, because a transfer may have been judged before other services knew of
 * the closing; then each service in turn removes its data, and the erasure is done when the last has confirmed.
 */
@Injectable()
export class ErasureWork implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dueWork: DueWork,
    private readonly changes: Changes,
    private readonly obstacles: Obstacles,
    private readonly history: CustomerHistory,
    private readonly teller: CustomerTeller,
    private readonly vault: DocumentVault,
    private readonly sealer: Sealer,
    private readonly calls: ServiceCalls,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.dueWork.on(ERASURE, ({ key }, tx) => this.go(key, tx));
  }

  /** Resumes erasures that were ordered while no service ran: after a backup was restored. */
  async onApplicationBootstrap(): Promise<void> {
    const { manager } = this.dataSource;
    const ordered = await manager.find(Erasure, { where: { step: 'ordered' }, select: { id: true } });
    for (const { id } of ordered) await this.dueWork.put(itemOf(id, this.clock.system()));
  }

  /** To be called in the transaction that closes the customer. */
  begin(tx: EntityManager, id: string): Promise<void> {
    const dueAt = new Date(this.clock.system().getTime() + QUIET_MS);
    return this.dueWork.put(itemOf(id, dueAt), tx);
  }

  private async go(id: string, tx: EntityManager): Promise<Date | undefined> {
    const known = await tx.findOneBy(Erasure, { id });
    if (!known) return undefined;
    // The customer first, as everybody who locks both.
    const customer = await tx.findOneOrFail(Customer, {
      where: { id: known.customerId },
      lock: { mode: 'pessimistic_write' },
    });
    const erasure = await tx.findOneOrFail(Erasure, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (erasure.ended) return undefined;
    const at = await this.clock.now(customer.accountId);
    const operation: Operation = {
      id,
      requestId: id,
      principal: { kind: 'service', service: 'customers' },
      at: at.toISOString(),
    };
    const next = await this.take({ tx, erasure, customer, at, operation });
    await tx.update(Erasure, { id }, { ...next, ...(isEnd(next.step) && { ended: this.clock.system() }) });
    return isEnd(next.step) ? undefined : this.clock.system();
  }

  private take(one: Case): Promise<Partial<Erasure> & Pick<Erasure, 'step'>> {
    switch (one.erasure.step) {
      case 'ordered':
        return this.close(one);
      case 'closed':
        return this.lookAgain(one);
      case 'erasing':
        return this.eraseAtNext(one);
      default:
        return this.tellRefused(one);
    }
  }

  private async close({ tx, erasure, customer, at }: Case) {
    const deactivates = isOpen(customer);
    await close(this.changes.within(tx), customer, erasure.id, { at, history: this.history });
    return { step: 'closed', deactivates } as const;
  }

  private async lookAgain({ tx, erasure, customer, at, operation }: Case) {
    await this.teller.tell(operation, customer.id);
    if (erasure.unconditional) return { step: 'erasing' } as const;
    const obstacles = await this.obstacles.moneyObstacles(customer.id, operation);
    if (obstacles.length === 0) return { step: 'erasing' } as const;
    await reopen(this.changes.within(tx), customer, erasure, { at, history: this.history });
    return { step: 'reopened', obstacles } as const;
  }

  private async tellRefused({ customer, operation }: Case) {
    await this.teller.tell(operation, customer.id);
    return { step: 'refused' } as const;
  }

  private async eraseAtNext(one: Case) {
    const { confirmations } = one.erasure;
    const service = erasingServices.find((each) => confirmations[each] === undefined);
    if (service === undefined) return { step: 'done' } as const;
    await (service === 'customers' ? this.eraseHere(one) : this.eraseAt(service, one));
    const confirmed = { ...confirmations, [service]: this.clock.system().toISOString() };
    return { step: 'erasing', confirmations: confirmed } as const;
  }

  private async eraseHere({ tx, customer, at }: Case): Promise<void> {
    const documents = await tx.find(Document, { where: { customerId: customer.id }, select: { id: true } });
    await Promise.all(documents.map(({ id }) => this.vault.remove(id)));
    await empty(this.changes.within(tx), customer, at, this.sealer);
  }

  private eraseAt(service: keyof typeof others, { customer, at, operation }: Case): Promise<void> {
    const order: CustomerErasure = { accountId: customer.accountId, at: at.toISOString() };
    return this.calls.tell(others[service], customer.id, order, operation);
  }
}

const itemOf = (id: string, dueAt: Date): DueItem => ({ kind: ERASURE, key: id, accountId: null, dueAt, data: null });

const isEnd = (step: ErasureStep): boolean => step === 'refused' || step === 'done';
