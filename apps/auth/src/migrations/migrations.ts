import type { ServiceDefinition } from '@halyard/service';
import { Accounts1763700000000 } from './accounts.migration.js';
import { People1764200000000 } from './people.migration.js';
import { Sessions1764300000000 } from './sessions.migration.js';
import { Applications1764400000000 } from './applications.migration.js';
import { SecurityEvents1764500000000 } from './security-events.migration.js';
import { Passkeys1764600000000 } from './passkeys.migration.js';
import { RequiredFactors1764700000000 } from './required-factors.migration.js';
import { Revocations1764800000000 } from './revocations.migration.js';
import { TokenFamilies1764900000000 } from './token-families.migration.js';
import { ApplicationSessions1765000000000 } from './application-sessions.migration.js';
import { SigningKeyRotations1765100000000 } from './signing-key-rotations.migration.js';
import { DeviceGrants1765200000000 } from './device-grants.migration.js';
import { RotatingPeople1795910400000 } from './rotating-people.migration.js';
import { LogInTimes1796000000000 } from './log-in-times.migration.js';
import { InvitationLetters1796000100000 } from './invitation-letters.migration.js';
import { LogInMethods1796002000000 } from './log-in-methods.migration.js';
import { FormUses1796003000000 } from './form-uses.migration.js';

/** In the order in which they run. */
export const migrations: ServiceDefinition['migrations'] = [
  Accounts1763700000000,
  People1764200000000,
  Sessions1764300000000,
  Applications1764400000000,
  SecurityEvents1764500000000,
  Passkeys1764600000000,
  RequiredFactors1764700000000,
  Revocations1764800000000,
  TokenFamilies1764900000000,
  ApplicationSessions1765000000000,
  SigningKeyRotations1765100000000,
  DeviceGrants1765200000000,
  RotatingPeople1795910400000,
  LogInTimes1796000000000,
  InvitationLetters1796000100000,
  LogInMethods1796002000000,
  FormUses1796003000000,
];
