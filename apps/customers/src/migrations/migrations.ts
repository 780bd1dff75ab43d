import type { ServiceDefinition } from '@halyard/service';
import { CreateCustomers1795262400000 } from './create-customers.migration.js';
import { CompareComposedTexts1795651200000 } from './compare-composed-texts.migration.js';
import { RecordPeople1795910400010 } from './record-people.migration.js';
import { FindPeopleOfCompanies1796083200116 } from './find-people-of-companies.migration.js';
import { ForgetNamesOfOwners1796083200117 } from './forget-names-of-owners.migration.js';
import { ListErasures1796450000002 } from './list-erasures.migration.js';

/** In the order in which they run. */
export const migrations: ServiceDefinition['migrations'] = [
  CreateCustomers1795262400000,
  CompareComposedTexts1795651200000,
  RecordPeople1795910400010,
  FindPeopleOfCompanies1796083200116,
  ForgetNamesOfOwners1796083200117,
  ListErasures1796450000002,
];
