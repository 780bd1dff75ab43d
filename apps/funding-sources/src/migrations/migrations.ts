import { CreateFacts, CreateFactsBeside } from '@halyard/facts';
import type { ServiceDefinition } from '@halyard/service';
import { ApplyCorrections1796342400158 } from './apply-corrections.migration.js';
import { CreateFundingSources1795262400000 } from './create-funding-sources.migration.js';
import { SearchBanks1795737600302 } from './search-banks.migration.js';
import { ListSources1795824000110 } from './list-sources.migration.js';

/** In the order in which they run. */
export const migrations: ServiceDefinition['migrations'] = [
  CreateFacts,
  CreateFundingSources1795262400000,
  SearchBanks1795737600302,
  ListSources1795824000110,
  ApplyCorrections1796342400158,
  CreateFactsBeside,
];
