import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Passwords } from '../password/passwords.js';
import { Person } from '../person/person.entity.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import type { factorKinds } from '../taken-away/taken-away-records.js';
import { type Entries, lastOf, type Taker } from './taker.js';

type FactorKind = (typeof factorKinds)[number];

const PASSWORD_BYTES = 32;

/** Ends passwords and second factors that people have changed after the backup. */
export class LostCredentials {
  constructor(
    private readonly passwords: Pick<Passwords, 'hash'>,
    private readonly factors: SecondFactors,
  ) {}

  readonly endFactors: Taker<FactorKind> = async ({ tx }, entries) => {
    let hadOne = await this.dropCodes(tx, entries);
    for (const entry of entries) {
      if (await this.endFactor(tx, entry)) hadOne = true;
    }
    return hadOne;
  };

  /**
   * Gives a person a password that nobody knows, so that it has to choose one by letter. This is also done for a person
   * that has changed its second factors and is left with none: otherwise the password alone would do.
   */
  readonly endPassword: Taker<FactorKind | 'password-changed'> = async ({ tx }, entries) => {
    const { personId } = lastOf(entries);
    const isChanged = entries.some(({ what }) => what === 'password-changed');
    if (!isChanged && (await this.factors.isOn(personId, tx))) return false;
    const passwordHash = await this.passwords.hash(randomBytes(PASSWORD_BYTES).toString('hex'));
    const { affected } = await tx.update(Person, { id: personId }, { passwordHash });
    return affected === 1;
  };

  private async endFactor(tx: EntityManager, entry: Entries<FactorKind>[number]): Promise<boolean> {
    const { personId } = entry;
    switch (entry.what) {
      case 'passkey-removed':
        return this.factors.removePasskey(tx, personId, entry.passkeyId);
      case 'authenticator-removed':
        return this.factors.turnOff(tx, personId);
      case 'authenticator-added':
        return this.factors.dropCodes(tx, personId);
      case 'factors-reset':
        return this.factors.removeAll(tx, personId);
      default:
        return false;
    }
  }

  private dropCodes(tx: EntityManager, entries: Entries<FactorKind>): Promise<boolean> {
    const used = entries.flatMap((entry) => (entry.what === 'recovery-code-used' ? [entry.codeId] : []));
    return this.factors.dropUsedCodes(tx, lastOf(entries).personId, new Set(used));
  }
}
