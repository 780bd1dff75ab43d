import { BankEffects } from './bank-effects.js';
import { BankFacts } from './bank-facts.rows.js';
import { BankFeed } from './bank-feed.js';
import { BankHappenings } from './bank-happenings.js';
import { BankHours } from '../cut-off/bank-hours.js';
import { BankOutcomes } from './bank-outcomes.js';
import { BankPartner } from './bank-partner.js';
import { BankSubmissions } from './bank-submissions.js';
import { CorrectedLegs } from './corrected-legs.js';
import { DownBanks } from './down-banks.js';
import { DrawnLegs } from './drawn-legs.js';
import { HandOver } from './hand-over.js';
import { MainTransfers } from './main-transfers.rows.js';
import { OnTimeBanks } from './on-time/on-time-banks.js';
import { OutageEnds } from '../bank-behavior/outage-ends.js';
import { OutgoingLegs } from './outgoing-legs.js';
import { PromptPartner } from './prompt-partner.js';
import { StatedCorrections } from './stated-corrections.js';
import { SimulatedBankPartner } from './simulated-bank-partner.rows.js';

/** The providers that speak with banks, and those that know what banks have done. */
export const railProviders = [
  BankEffects,
  BankFacts,
  BankFeed,
  BankHappenings,
  BankHours,
  BankOutcomes,
  BankSubmissions,
  CorrectedLegs,
  DownBanks,
  DrawnLegs,
  HandOver,
  MainTransfers,
  OutgoingLegs,
  PromptPartner,
  StatedCorrections,
  { provide: BankPartner, useClass: SimulatedBankPartner },
  { provide: OutageEnds, useExisting: OnTimeBanks },
];
