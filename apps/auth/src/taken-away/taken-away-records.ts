import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { recordTakenAway } from '@halyard/recovery';
import type { EntityManager } from 'typeorm';

/**
 * The kinds of entries about access, with the members of each. An entry that gives something back makes earlier entries
 * about the same subject void.
 */
export interface AccessEntries {
  'member-removed': { readonly accountId: string; readonly personId: string };
  'member-joined': { readonly accountId: string; readonly personId: string; readonly role: string };
  'role-changed': { readonly accountId: string; readonly personId: string; readonly role: string };
  'person-suspended': { readonly personId: string };
  'person-reinstated': { readonly personId: string };
  'account-suspended': { readonly accountId: string };
  'account-reinstated': { readonly accountId: string };
  'application-suspended': { readonly applicationId: string };
  'application-reinstated': { readonly applicationId: string };
  /** The secrets of that moment work until `until`, and no longer. */
  'secrets-ended': { readonly applicationId: string; readonly until: string };
  'consent-withdrawn': { readonly personId: string; readonly applicationId: string };
  'password-changed': { readonly personId: string };
  'passkey-added': { readonly personId: string };
  'passkey-removed': { readonly personId: string; readonly passkeyId: string };
  /** Former recovery codes ended with it. */
  'authenticator-added': { readonly personId: string };
  'authenticator-removed': { readonly personId: string };
  /** An operator removed all second factors. */
  'factors-reset': { readonly personId: string };
  'recovery-code-used': { readonly personId: string; readonly codeId: string };
}

/** Changes to a person's second factors and recovery codes. */
export const factorKinds = [
  'passkey-added',
  'passkey-removed',
  'authenticator-added',
  'authenticator-removed',
  'factors-reset',
  'recovery-code-used',
] as const satisfies readonly (keyof AccessEntries)[];

export const accessKinds = [
  'member-removed',
  'member-joined',
  'role-changed',
  'person-suspended',
  'person-reinstated',
  'account-suspended',
  'account-reinstated',
  'application-suspended',
  'application-reinstated',
  'secrets-ended',
  'consent-withdrawn',
  'password-changed',
  ...factorKinds,
] as const satisfies readonly (keyof AccessEntries)[];

/** Records that somebody lost or got back access, for the list of what was taken away. */
@Injectable()
export class TakenAwayRecords {
  constructor(private readonly clock: Clock) {}

  /** Call it last in the transaction (see `recordTakenAway`). */
  record<Kind extends keyof AccessEntries>(tx: EntityManager, what: Kind, about: AccessEntries[Kind]): Promise<void> {
    return recordTakenAway(tx, { what, at: this.clock.system().toISOString(), ...about });
  }
}
