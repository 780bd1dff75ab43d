import { Clock, type ReturnCode } from '@halyard/core';
import type { CorrectLeg, SettleLeg, StopLeg } from '../../src/payment/payment.decider.js';
import { type PaymentTerms, statusOf } from '../../src/payment/payment.model.js';
import { transferOf } from './database.js';
import type { Parts } from './parts.js';
import { Random } from './random.js';
import { type Life, Schedule } from './schedule.js';
import { isLost, Service } from './service.js';
import { type Faults, Log } from './store.js';
import { Subscriber } from './subscriber.js';
import { Tables } from './tables.js';
import { World } from './world.js';

const PROCESSES = 2;
const STEPS_MIN = 6;
const STEPS_MORE = 11;
const PAUSE_MS = 25;
const FAULTS: Faults = { refused: 3, lost: 3, pagesRefused: 3, pagesLost: 3, batchMax: 12 };
const codes: readonly ReturnCode[] = ['R01', 'R03', 'R10'];

const WEIGHTS = {
  begin: 8,
  bank: 8,
  bankAgain: 2,
  handOver: 3,
  lateReturn: 2,
  correct: 2,
  cancel: 2,
  die: 2,
  days: 2,
  rebuild: 1,
  lead: 1,
  hear: 2,
} as const;

class WorldClock extends Clock {
  constructor(
    private readonly world: World,
    private readonly schedule: Schedule,
  ) {
    super();
  }

  override system(): Date {
    return new Date(Date.parse(this.world.at) + this.schedule.nowMs);
  }

  override now(): Promise<Date> {
    return Promise.resolve(this.system());
  }
}

/** The world in which a program runs. */
export interface Surroundings {
  readonly worldOf: (random: Random) => World;
  readonly clockOf: (world: World, schedule: Schedule) => Clock;
  readonly tablesOf: (schedule: Schedule, parts: Parts) => Tables;
}

const plain: Surroundings = {
  worldOf: (random) => new World(random),
  clockOf: (world, schedule) => new WorldClock(world, schedule),
  tablesOf: (_, { comparesCheckpoints }) => new Tables(comparesCheckpoints),
};

/** An action of a bank or sender on a payment, kept because it may be repeated. */
interface RepeatableAction {
  readonly paymentId: string;
  readonly commands: readonly (SettleLeg | StopLeg | CorrectLeg)[];
}

/**
 * Payments of one seed, handled by several processes at once: requested, settled, returned, taken back and interrupted.
 */
export class Program {
  readonly random: Random;
  readonly schedule: Schedule;
  readonly world: World;
  /** The time of the account: days pass at once, and milliseconds with the schedule. */
  readonly clock: Clock;
  readonly log: Log;
  readonly tables: Tables;
  readonly subscriber: Subscriber;
  readonly asked: PaymentTerms[] = [];
  /** Payment -> whether its client was told that it stands. */
  readonly answered = new Map<string, boolean>();
  /** Leg -> how many times it was handed to its bank. */
  readonly handedOver = new Map<string, number>();
  /** Errors that no process may ever meet. */
  readonly failures: unknown[] = [];
  readonly faults: Faults = { ...FAULTS };
  protected services: Service[] = [];
  private readonly toldBefore: RepeatableAction[] = [];

  constructor(
    seed: number,
    private readonly parts: Parts,
    onEvent: ConstructorParameters<typeof Log>[0],
    { worldOf, clockOf, tablesOf }: Surroundings = plain,
  ) {
    this.random = new Random(seed);
    this.schedule = new Schedule(this.random);
    this.world = worldOf(this.random);
    this.clock = clockOf(this.world, this.schedule);
    this.log = new Log(onEvent);
    this.tables = tablesOf(this.schedule, parts);
    this.subscriber = new Subscriber(parts.planBatch, this.tables, this.random);
  }

  /** Starts a process that has nothing in memory. */
  newService(): Service {
    const life = { isOver: false };
    const { tables, schedule, random, faults, clock } = this;
    return new Service(this.parts, this.log, { tables, schedule, random, life, faults, clock });
  }

  get processes(): readonly Service[] {
    return this.services;
  }

  /** Whether somebody still waits for an answer. */
  get isBusy(): boolean {
    return false;
  }

  async run(): Promise<void> {
    this.services = Array.from({ length: PROCESSES }, () => this.newService());
    this.random.pick(this.services).lead();
    const operator: Life = { isOver: false };
    let isOver = false;
    const steps = this.countOfSteps();
    const doing = (async () => {
      for (let step = 0; step < steps; step += 1) {
        this.doSomething();
        // Some things happen at the same time.
        if (this.random.chance(70)) await this.schedule.sleep(operator, this.random.int(PAUSE_MS)).over;
      }
      isOver = true;
    })();
    await this.schedule.runUntil(() => isOver, Number.POSITIVE_INFINITY);
    await doing;
  }

  /** Makes every bank settle its remaining legs. @returns their number */
  settleAll(): number {
    const [service] = this.services;
    const told = this.atBanks().map(({ id: legId, paymentId }): RepeatableAction => ({
      paymentId,
      commands: [this.settlement(legId)],
    }));
    const returned = this.toBeReturned().map(({ id, paymentId, returnDue }): RepeatableAction => {
      return { paymentId, commands: [this.stop(id, 'processed', returnDue ?? 'R01')] };
    });
    for (const { paymentId, commands } of [...told, ...returned]) {
      if (service) this.ask(() => service.process.bank(paymentId, commands));
    }
    return told.length + returned.length;
  }

  /** All processes die, and a new one takes over. */
  succeed(): Service {
    for (const { life } of this.services) life.isOver = true;
    const service = this.newService();
    this.services = [service];
    service.lead();
    return service;
  }

  protected countOfSteps(): number {
    return STEPS_MIN + this.random.int(STEPS_MORE);
  }

  protected doSomething(): void {
    const service = this.random.pick(this.services);
    this.act(this.random.weighted(WEIGHTS), service);
  }

  protected act(what: keyof typeof WEIGHTS, service: Service): void {
    switch (what) {
      case 'begin':
        return this.begin();
      case 'bank':
        return this.bank();
      case 'bankAgain':
        if (this.toldBefore.length > 0) this.tell(this.random.pick(this.toldBefore));
        return;
      case 'handOver':
        return this.handOver();
      case 'lateReturn':
        return this.returnAnything();
      case 'correct':
        return this.correctAnything();
      case 'cancel':
        return this.cancel(service);
      case 'die':
        return this.die(service);
      case 'days':
        return this.world.passDays();
      case 'rebuild':
        void service.rebuild(this.random.int(4));
        return;
      case 'lead':
        return service.lead();
      case 'hear':
        return this.subscriber.hear();
    }
  }

  protected begin(): void {
    const tries = this.world.anyPayment(1 + (this.random.chance(30) ? this.random.int(3) : 0));
    const [first] = tries;
    if (first) this.asked.push(first);
    for (const terms of tries) {
      const service = this.random.pick(this.services);
      this.ask(async () => {
        const payment = await service.process.begin(terms, {});
        const stands = statusOf(payment) !== 'refused';
        const before = this.answered.get(terms.paymentId) ?? stands;
        if (before !== stands) this.failures.push(new Error('two answers to one operation'));
        this.answered.set(terms.paymentId, stands);
      });
    }
  }

  /** Acts on the current content of the tables, which may be out of date. */
  private bank(): void {
    for (const { id, paymentId } of this.atBanks()) {
      if (!this.random.chance(70)) continue;
      const command = this.random.chance(20)
        ? this.stop(id, 'pending', this.random.pick(codes))
        : {
            ...this.settlement(id),
            ...(this.random.chance(20) && { lateReturn: this.random.pick(codes) }),
            ...(this.random.chance(10) && { endsHere: true as const }),
          };
      this.tell({ paymentId, commands: [command] });
    }
    for (const { id, paymentId, returnDue } of this.toBeReturned()) {
      if (returnDue) this.tell({ paymentId, commands: [this.stop(id, 'processed', returnDue)] });
    }
  }

  /** Hands legs to their banks before the banks move anything, as in production; sometimes by two processes. */
  private handOver(): void {
    for (const { id: legId, paymentId } of this.atBanks()) {
      const tries = this.random.int(3);
      for (let nth = 0; nth < tries; nth += 1) {
        const service = this.random.pick(this.services);
        const submission = { legId, submissionId: this.world.newId(), at: this.world.at };
        this.ask(async () => {
          if (!(await service.process.submit(paymentId, submission))) return;
          this.handedOver.set(legId, (this.handedOver.get(legId) ?? 0) + 1);
        });
      }
    }
  }

  private returnAnything(): void {
    const processed = this.tables.rows('transfers').filter(({ status }) => status === 'processed');
    if (processed.length === 0) return;
    const { id, paymentId } = transferOf(this.random.pick(processed));
    this.tell({ paymentId, commands: [this.stop(id, 'processed', this.random.pick(codes))] });
  }

  /** Banks correct entries before and after they have moved money. */
  private correctAnything(): void {
    const rows = this.tables.rows('transfers');
    if (rows.length === 0) return;
    const { id: legId, paymentId } = transferOf(this.random.pick(rows));
    const correctionId = this.world.newId();
    const stated = { code: 'C02', corrected: {}, applied: true, ...this.world.datedByBank() } as const;
    this.tell({ paymentId, commands: [{ type: 'CorrectLeg', legId, correctionId, ...stated }] });
  }

  protected cancel(service: Service): void {
    if (this.asked.length === 0) return;
    const { paymentId, legs } = this.random.pick(this.asked);
    const legId = this.random.pick(legs).id;
    const stop = { stopId: this.world.newId(), at: this.world.at };
    this.ask(() => service.process.cancel(paymentId, legId, stop));
  }

  /** Some banks report twice, to two processes. */
  private tell(told: RepeatableAction): void {
    this.toldBefore.push(told);
    const times = this.random.chance(25) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const service = this.random.pick(this.services);
      this.ask(() => service.process.bank(told.paymentId, told.commands));
    }
  }

  protected die(service: Service): void {
    service.life.isOver = true;
    const successor = this.newService();
    this.services = this.services.map((one) => (one === service ? successor : one));
    if (service.leads) successor.lead();
  }

  protected ask(what: () => Promise<unknown>): void {
    what().catch((error: unknown) => {
      if (!isLost(error)) this.failures.push(error);
    });
  }

  protected atBanks() {
    const pending = this.tables.rows('transfers').map(transferOf);
    return pending.filter(({ status, started }) => status === 'pending' && started !== null);
  }

  protected toBeReturned() {
    return this.tables
      .rows('transfers')
      .map(transferOf)
      .filter(({ returnDue }) => returnDue !== null);
  }

  private settlement(legId: string): SettleLeg {
    return { type: 'SettleLeg', legId, settlementId: this.world.newId(), ...this.world.datedByBank() };
  }

  private stop(legId: string, from: StopLeg['from'], code: ReturnCode): StopLeg {
    return { type: 'StopLeg', legId, stopId: this.world.newId(), code, from, ...this.world.datedByBank() };
  }
}
