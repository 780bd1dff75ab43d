import type { Operation } from '@halyard/contracts';
import { DAY_MS, Unavailable } from '@halyard/core';
import { ChangeBankBehavior } from '../../../src/bank-behavior/change-bank-behavior/change-bank-behavior.command.js';
import { UploadBankFile } from '../../../src/bank-file-upload/upload-bank-file.command.js';
import { Program } from '../program.js';
import { isLost } from '../service.js';
import type { Log } from '../store.js';
import { AccountTime, type ClockChange, FrozenClock } from './account-time.js';
import { BankOwner } from './bank-owner.js';
import type { BankParts } from './bank-parts.js';
import { BankService } from './bank-service.js';
import { BehaviorsInForce, type KnownVersions } from './behaviors-in-force.js';
import { BankTables } from './bank-tables.js';
import { BankWorld } from './bank-world.js';
import { Locks } from './locks.js';
import { randomBehavior } from './random-behavior.js';
import { type Upload, randomUpload } from './uploads.js';

/** A Wednesday, 06:00 in Chicago. */
const START = new Date('2026-01-07T12:00:00.000Z');
const HOUR_MS = DAY_MS / 24;
/** Longer than any window of returns. */
const LONG_MS = 70 * DAY_MS;
const LOOK_MS = 3;
const STEPS_MIN = 12;
const STEPS_MORE = 20;
const RETRY_MS = 15;

const WEIGHTS = {
  begin: 12,
  simulate: 4,
  simulateAgain: 1,
  advance: 6,
  takeOver: 2,
  mode: 3,
  behave: 4,
  upload: 3,
  uploadAgain: 2,
  sweep: 1,
  cancel: 1,
  die: 3,
  rebuild: 1,
  lead: 1,
  hear: 1,
} as const;

/** A program whose banks behave as the account sets it, on request or by the account's clock. */
export class BankProgram extends Program {
  declare readonly tables: BankTables;
  declare protected services: BankService[];
  readonly time: AccountTime;
  readonly owner = new BankOwner();
  readonly locks: Locks;
  readonly inForce = new BehaviorsInForce(() => this.tables.behavior?.version ?? 0);
  /** Position of an event of a payment -> the behaviours that may have been in force. */
  readonly knownAt = new Map<bigint, KnownVersions>();
  readonly uploads: Upload[] = [];
  /** The first problem that was there after a moment. */
  afterMoment: string | undefined;
  private readonly simulated: Operation[] = [];
  private asking = 0;
  private generation = 0;

  constructor(
    private readonly seed: number,
    private readonly bankParts: BankParts,
    onEvent: ConstructorParameters<typeof Log>[0],
    private readonly checkMoment: (program: BankProgram) => string | undefined,
  ) {
    const time = new AccountTime(START);
    super(seed, bankParts, (event) => (onEvent(event), this.knownAt.set(event.position, this.inForce.now())), {
      worldOf: (random) => new BankWorld(random, time),
      clockOf: (_, schedule) => new FrozenClock(time, schedule),
      tablesOf: (schedule) => new BankTables(bankParts.comparesCheckpoints, time, new Locks(schedule)),
    });
    this.time = time;
    this.locks = this.tables.locks;
    (this.world as BankWorld).open(this.owner);
  }

  override get isBusy(): boolean {
    return this.asking > 0;
  }

  override newService(): BankService {
    const life = { isOver: false };
    const { tables, schedule, random, faults, clock, locks, time, owner } = this;
    const to = { tables, schedule, random, life, faults, clock, locks };
    return new BankService(this.bankParts, this.log, to, { time, owner });
  }

  /** Finishes what was begun, and has banks do what they have to do. @returns how much there was to do */
  override settleAll(): number {
    const [service] = this.services;
    if (!service) return 0;
    if (this.time.change) return this.counted(() => this.takeOver(service));
    if (service.due.others > 0) return this.counted(() => service.due.runOthers());
    const isWaiting = this.atBanks().length + this.toBeReturned().length > 0;
    if (service.due.nextAt()) {
      this.time.change = { type: 'advance', to: new Date(this.time.now.getTime() + LONG_MS) };
      return this.counted(() => this.takeOver(service));
    }
    if (!isWaiting) return 0;
    // No bank is down any more then.
    this.time.now = new Date(this.time.now.getTime() + LONG_MS);
    this.simulate(service, this.newOperation());
    return 1;
  }

  override succeed(): BankService {
    this.generation += 1;
    this.asking = 0;
    return super.succeed() as BankService;
  }

  protected override countOfSteps(): number {
    return STEPS_MIN + this.random.int(STEPS_MORE);
  }

  protected override doSomething(): void {
    const service = this.random.pick(this.services);
    const what = this.random.weighted(WEIGHTS);
    switch (what) {
      case 'begin':
        return this.begin();
      case 'simulate':
        return this.simulate(service, this.newOperation());
      case 'simulateAgain':
        if (this.simulated.length > 0) this.simulate(service, this.random.pick(this.simulated));
        return;
      case 'advance':
        return this.change(service, { type: 'advance', to: this.someLaterTime(service) });
      case 'takeOver':
        return this.ask(() => this.takeOver(service));
      case 'mode': {
        const banks = this.time.banks === 'on-time' ? 'on-request' : 'on-time';
        return this.change(service, { type: 'banks', banks, at: this.time.now, isStored: false });
      }
      case 'behave':
        return this.behave(service);
      case 'upload':
      case 'uploadAgain':
        return this.upload(service, what === 'uploadAgain');
      case 'sweep':
        return this.ask(() => service.due.runOthers());
      default:
        return this.act(what, service);
    }
  }

  protected override ask(what: () => Promise<unknown>): void {
    const { generation } = this;
    this.asking += 1;
    const end = () => {
      if (generation === this.generation) this.asking -= 1;
    };
    what()
      .catch((error: unknown) => {
        if (!isLost(error) && !(error instanceof Unavailable)) this.failures.push(error);
      })
      .then(end, end);
  }

  private counted(what: () => Promise<unknown>): number {
    this.ask(what);
    return 1;
  }

  private newOperation(): Operation {
    const id = this.world.newId();
    const principal = { kind: 'application', applicationId: id, accountId: this.world.account, scopes: [] } as const;
    return { id, requestId: id, principal: principal as unknown as Operation['principal'], at: this.world.at };
  }

  private simulate(service: BankService, operation: Operation): void {
    this.simulated.push(operation);
    const ended = this.inForce.begin(operation.id);
    this.ask(async () => {
      await service.simulation.run(operation);
      ended();
    });
  }

  private behave(service: BankService): void {
    const wanted = randomBehavior(this.random, this.time.now, this.seed % 2 === 0);
    const dto = wanted as unknown as ConstructorParameters<typeof ChangeBankBehavior>[1];
    this.ask(() => service.behavior.execute(new ChangeBankBehavior(this.newOperation(), dto)));
  }

  private upload(service: BankService, isAgain: boolean): void {
    const known = isAgain && this.uploads.length > 0 ? this.random.pick(this.uploads) : undefined;
    const file = known ?? randomUpload(this.random, this.tables.files, this.owner);
    if (!file) return;
    const upload = { ...file, operation: this.newOperation() };
    this.uploads.push(upload);
    this.ask(() => service.uploads.execute(new UploadBankFile(upload.operation, upload.content)));
  }

  private someLaterTime(service: BankService): Date {
    const next = service.due.nextAt();
    if (next && next > this.time.now && this.random.chance(50)) return next;
    const hours = this.random.chance(50) ? 1 + this.random.int(30) : 24 * (1 + this.random.int(9));
    return new Date(this.time.now.getTime() + hours * HOUR_MS);
  }

  /** While the clock is being changed, other changes are refused. */
  private change(service: BankService, change: ClockChange): void {
    if (this.time.change) return;
    this.time.change = change;
    this.ask(() => this.takeOver(service));
  }

  /** Does what is left of a change of the clock. */
  private async takeOver(service: BankService): Promise<void> {
    const owner = {};
    await this.locks.take('clock', owner, service.life);
    const { change } = this.time;
    while (change && this.time.change === change) {
      try {
        if (change.type === 'banks') await this.changeBanks(service, change);
        else await this.advance(service, change.to);
        this.time.change = undefined;
      } catch (error) {
        if (!isLost(error) && !(error instanceof Unavailable)) throw error;
        await this.schedule.sleep(service.life, RETRY_MS).over;
      }
    }
    this.locks.release(owner);
  }

  private async changeBanks({ banks, life }: BankService, change: ClockChange & { type: 'banks' }): Promise<void> {
    await this.schedule.turn(life);
    const ended = this.inForce.begin(`banks ${change.banks}`);
    if (!change.isStored) {
      change.isStored = true;
      this.time.banks = change.banks;
      this.time.changedAt.push(change.at);
    }
    if (change.banks === 'on-time') await banks.begin(this.world.account, change.at);
    else await banks.end(this.world.account);
    ended();
  }

  private async advance(service: BankService, to: Date): Promise<void> {
    const ended = this.inForce.begin(`advance to ${to.toISOString()}`);
    for (;;) {
      await this.quiet(service);
      this.afterMoment ??= this.checkMoment(this);
      const next = service.due.nextAt();
      if (!next || next > to) break;
      if (next > this.time.now) this.time.now = next;
      await service.due.runOf(this.time.now);
    }
    this.time.now = to;
    ended();
  }

  /** Waits until nothing is under way that has been stored. */
  private async quiet({ life }: BankService): Promise<void> {
    const isQuiet = () => this.isFollowed && this.tables.unfinished.length === 0;
    while (!isQuiet()) await this.schedule.sleep(life, LOOK_MS).over;
  }

  private get isFollowed(): boolean {
    return ['transfers', 'ledger', 'unfinished-payments'].every(
      (name) => this.tables.row('projections', name)?.['position'] === this.log.head,
    );
  }
}
