import type { AccountClocks } from '@halyard/clocks';
import type { Changes } from '@halyard/changes';
import type { KnownFundingSources, KnownParties } from '@halyard/facts';
import type { Sealer } from '@halyard/persistence';
import { BankBehaviors } from '../../../src/bank-behavior/bank-behaviors.js';
import { BankNumbers } from '../../../src/bank-behavior/bank-numbers.js';
import { ChangeBankBehaviorHandler } from '../../../src/bank-behavior/change-bank-behavior/change-bank-behavior.handler.js';
import { SealedEntries } from '../../../src/bank-file/sealed-entries.js';
import { UploadedCorrections } from '../../../src/bank-file/uploaded-corrections.rows.js';
import { IncomingRows } from '../../../src/bank-file-upload/incoming-rows.js';
import { EntryMatches } from '../../../src/bank-file-upload/matched-entries.js';
import { UploadBankFileHandler } from '../../../src/bank-file-upload/upload-bank-file.handler.js';
import { TransfersConfig } from '../../../src/config.js';
import { BankHours } from '../../../src/cut-off/bank-hours.js';
import { BankEffects } from '../../../src/rail/bank-effects.js';
import { BankFacts } from '../../../src/rail/bank-facts.rows.js';
import type { BankOutcomes } from '../../../src/rail/bank-outcomes.js';
import type { CorrectedLegs } from '../../../src/rail/corrected-legs.js';
import { DownBanks } from '../../../src/rail/down-banks.js';
import { CutOffLegs } from '../../../src/rail/on-time/cut-off-legs.js';
import type { OnTimeAccounts } from '../../../src/rail/on-time/on-time-accounts.rows.js';
import { OnTimeBanks } from '../../../src/rail/on-time/on-time-banks.js';
import { OnTimeWork } from '../../../src/rail/on-time/on-time-work.js';
import { OutgoingLegs } from '../../../src/rail/outgoing-legs.js';
import type { FrozenSteps } from '../../../src/sandbox/frozen-steps.rows.js';
import type { Simulation } from '../../../src/sandbox/simulation.js';
import { StatedCorrections } from '../../../src/rail/stated-corrections.js';
import { Service } from '../service.js';
import type { Log } from '../store.js';
import type { AccountTime } from './account-time.js';
import { BankDatabase, type ConnectedToBanks } from './bank-database.js';
import type { BankOwner } from './bank-owner.js';
import type { BankParts } from './bank-parts.js';
import { DueItems } from './due-items.js';
import { outgoingFilesOf } from './file-tables.js';
import { factsOf, readModelsOf, transfersOf } from './known-facts.js';

export interface AccountOfBanks {
  readonly time: AccountTime;
  readonly owner: BankOwner;
}

const CONFIG = Object.assign(new TransfersConfig(), { environment: 'sandbox' });
const learns = { learn: () => Promise.resolve() };
const known = learns as unknown as KnownFundingSources & KnownParties;
const clocks = { countDone: () => Promise.resolve() } as unknown as AccountClocks;

const sealer = {
  seal: (_subject: string, _context: string, plain: string) => Promise.resolve(Buffer.from(plain)),
  prepare: () => Promise.resolve(),
  open: (_subject: string, _context: string, sealed: Buffer) => Promise.resolve(sealed.toString()),
} as unknown as Sealer;

/** One process of the service of a sandbox: its banks act by an account's clock or on request, and behave by rules. */
export class BankService extends Service {
  readonly due: DueItems;
  readonly banks: OnTimeBanks;
  readonly simulation: Simulation;
  readonly frozen: FrozenSteps;
  readonly outcomes: BankOutcomes;
  readonly corrected: CorrectedLegs;
  readonly uploads: UploadBankFileHandler;
  readonly behavior: ChangeBankBehaviorHandler;

  constructor(parts: BankParts, log: Log, to: ConnectedToBanks, account: AccountOfBanks) {
    const database = new BankDatabase(to);
    const dataSource = database.asDataSource();
    const behaviors = new BankBehaviors(dataSource, sealer);
    const calls = account.owner.callsOf(to);
    const numbers = new BankNumbers(calls);
    const draws = new parts.EntryDraws(dataSource, behaviors, numbers, sealer);
    const hours = new BankHours(CONFIG);
    const accounts = accountsOnTime(account.time);
    const entries = new parts.OnTimeBankEntries(hours, accounts, draws, to.clock);
    super(parts, log, to, entries);
    const models = readModelsOf(to, () => this.store.head());
    const { payments, process } = this;
    this.due = new DueItems(database);
    const dueWork = this.due.asDueWork();
    const facts = factsOf(account.owner, to);
    const transfers = transfersOf(to, models);
    const down = new DownBanks(new parts.Outages(behaviors), numbers);
    const mains = new parts.MainTransfers(dataSource, models);
    const drawn = new parts.DrawnLegs(mains, payments, facts, hours, draws);
    const outgoing = new OutgoingLegs(outgoingFilesOf(database, account.owner), transfers, facts, drawn);
    const bankFacts = new BankFacts(dataSource, models, facts);
    this.outcomes = new parts.BankOutcomes(process, new BankEffects(calls, known, known, draws));
    const sealedEntries = new SealedEntries(sealer);
    const uploaded = new UploadedCorrections(dataSource, sealedEntries);
    this.corrected = new parts.CorrectedLegs(
      transfers,
      new StatedCorrections(draws, uploaded),
      calls,
      known,
      this.outcomes,
    );
    this.frozen = new parts.FrozenSteps(dataSource, models, bankFacts, down, drawn, draws, dueWork, to.clock);
    this.simulation = new parts.Simulation(
      ...([this.frozen, this.outcomes, this.corrected, down, outgoing, transfers, dueWork] as const),
    );
    const matches = new EntryMatches(dataSource, numbers, transfers, payments);
    this.uploads = new UploadBankFileHandler(this.simulation, matches, new IncomingRows(sealedEntries));
    const cutOffs = new CutOffLegs(transfers, bankFacts, hours, down, drawn, outgoing, dueWork);
    const legs = new parts.OnTimeLegs(transfers, bankFacts, this.outcomes, this.corrected, down, cutOffs, to.clock);
    new OnTimeWork(legs, clocks, cutOffs, dueWork, CONFIG);
    this.banks = new OnTimeBanks(
      ...([dataSource, models, payments, legs, entries, accounts, cutOffs, down, drawn, dueWork, to.clock] as const),
    );
    this.behavior = new ChangeBankBehaviorHandler(changesOf(database), behaviors, this.banks);
  }
}

function accountsOnTime(time: AccountTime): OnTimeAccounts {
  const among = (ids: readonly string[]) => Promise.resolve(new Set(time.banks === 'on-time' ? ids : []));
  return { among } as unknown as OnTimeAccounts;
}

/** A request whose commit was lost is not repeated. */
const changesOf = (database: BankDatabase): Changes =>
  ({
    run: (_: unknown, work: (scope: { tx: unknown }) => Promise<unknown>) => database.transaction((tx) => work({ tx })),
  }) as unknown as Changes;
