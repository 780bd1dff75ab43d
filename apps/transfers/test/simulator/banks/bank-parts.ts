import { EntryDraws } from '../../../src/bank-behavior/entry-draws.js';
import { Outages } from '../../../src/bank-behavior/outages.js';
import { BankOutcomes } from '../../../src/rail/bank-outcomes.js';
import { CorrectedLegs } from '../../../src/rail/corrected-legs.js';
import { DrawnLegs } from '../../../src/rail/drawn-legs.js';
import { MainTransfers } from '../../../src/rail/main-transfers.rows.js';
import { OnTimeBankEntries } from '../../../src/rail/on-time/on-time-entries.js';
import { OnTimeLegs } from '../../../src/rail/on-time/on-time-legs.js';
import { FrozenSteps } from '../../../src/sandbox/frozen-steps.rows.js';
import { Simulation } from '../../../src/sandbox/simulation.js';
import { sound } from '../parts.js';

/** The parts of banks that behave, under simulation. A mutant replaces one of them. */
export const soundBanks = {
  ...sound,
  BankOutcomes,
  CorrectedLegs,
  DrawnLegs,
  EntryDraws,
  FrozenSteps,
  MainTransfers,
  OnTimeBankEntries,
  OnTimeLegs,
  Outages,
  Simulation,
};
export type BankParts = typeof soundBanks;
