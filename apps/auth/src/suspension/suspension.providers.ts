import { AccountStandings } from './account-standings.js';
import { AccountSuspensionController } from './account-suspension.controller.js';
import { FactorResetsController } from './factor-resets.controller.js';
import { PersonSuspensionController } from './person-suspension.controller.js';
import { StandingsController } from './standings.controller.js';

export const suspensionControllers = [
  AccountSuspensionController,
  FactorResetsController,
  PersonSuspensionController,
  StandingsController,
];

export const suspensionProviders = [AccountStandings];
