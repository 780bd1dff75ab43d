import { CutOffLegs } from './cut-off-legs.js';
import { OnTimeAccounts } from './on-time-accounts.rows.js';
import { OnTimeBanks } from './on-time-banks.js';
import { OnTimeBankEntries } from './on-time-entries.js';
import { OnTimeLegs } from './on-time-legs.js';
import { OnTimeWork } from './on-time-work.js';

export const onTimeProviders = [CutOffLegs, OnTimeAccounts, OnTimeBanks, OnTimeBankEntries, OnTimeLegs, OnTimeWork];
