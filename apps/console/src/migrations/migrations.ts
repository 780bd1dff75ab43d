import type { ServiceDefinition } from '@halyard/service';
import { Sessions1765000000000 } from './sessions.migration.js';
import { FormsOutliveSessions1765200000000 } from './forms-outlive-sessions.migration.js';
import { KeptForms1765100000000 } from './kept-forms.migration.js';

/** In the order in which they run. */
export const migrations: ServiceDefinition['migrations'] = [
  Sessions1765000000000,
  KeptForms1765100000000,
  FormsOutliveSessions1765200000000,
];
