import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, deriveId, DomainError } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { Passkey } from './passkey.entity.js';
import { PASSKEYS_MAX } from './passkeys.js';
import { stepOf } from './one-time-codes.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { requiresFactor } from './required-factor.query.js';
import { SecondFactor } from './second-factor.entity.js';

const SEED = 'auth.second-factor';
export const PASSKEY_REFUSED = 'This passkey cannot be used. Try another one.';
const CODES = 10;
/** Has no characters that look alike. Ten characters give 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

@Injectable()
export class SecondFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly takenAway: TakenAwayRecords,
  ) {}

  async isOn(personId: string, manager = this.dataSource.manager): Promise<boolean> {
    return (await this.hasAuthenticator(personId, manager)) || manager.existsBy(Passkey, { personId });
  }

  hasAuthenticator(personId: string, manager = this.dataSource.manager): Promise<boolean> {
    return manager.existsBy(SecondFactor, { personId });
  }

  /** Whether an account of the person requires a second factor, and the person has none. */
  async isMissing(personId: string, manager = this.dataSource.manager): Promise<boolean> {
    return (await requiresFactor(manager, personId)) && !(await this.isOn(personId, manager));
  }

  codesLeft(personId: string): Promise<number> {
    return this.dataSource.manager.countBy(RecoveryCode, { personId });
  }

  /**
   * Turns on an authenticator, which replaces a former one. Needs a right code of the new authenticator.
   *
   * @returns new recovery codes, which are shown only once; undefined for a wrong code
   */
  async turnOn(tx: EntityManager, personId: string, seed: string, code: string): Promise<string[] | undefined> {
    const step = stepOf(seed, code, this.clock.system());
    if (step === undefined) return undefined;
    const sealedSeed = await this.sealer.seal(personId, SEED, seed);
    await tx.delete(SecondFactor, { personId });
    const createdAt = this.clock.system();
    await tx.insert(SecondFactor, { personId, sealedSeed, lastStep: String(step), createdAt });
    return this.renewCodes(tx, personId);
  }

  /** @returns whether the person had an authenticator */
  async turnOff(tx: EntityManager, personId: string): Promise<boolean> {
    const { affected } = await tx.delete(SecondFactor, { personId });
    await this.dropCodesOfNone(tx, personId);
    return affected === 1;
  }

  /** @returns whether there was anything to remove */
  async removeAll(tx: EntityManager, personId: string): Promise<boolean> {
    const wasOn = await this.isOn(personId, tx);
    await tx.delete(Passkey, { personId });
    await this.turnOff(tx, personId);
    return wasOn;
  }

  /**
   * @param tx a transaction that holds the person's lock
   * @returns recovery codes, which are shown only once, if the passkey is the person's first factor
   * @throws DomainError MaxNumberOfResources; BadRequest if a person has this passkey already
   */
  async addPasskey(tx: EntityManager, passkey: Passkey): Promise<string[] | undefined> {
    const { personId } = passkey;
    if ((await tx.countBy(Passkey, { personId })) >= PASSKEYS_MAX) {
      throw new DomainError('MaxNumberOfResources', { message: `A person has ${PASSKEYS_MAX} passkeys at most.` });
    }
    const isFirst = !(await this.isOn(personId, tx));
    const added = await tx
      .createQueryBuilder()
      .insert()
      .into(Passkey)
      .values(passkey)
      .orIgnore()
      .returning('id')
      .execute();
    if ((added.raw as unknown[]).length === 0) throw new DomainError('BadRequest', { message: PASSKEY_REFUSED });
    return isFirst ? this.renewCodes(tx, personId) : undefined;
  }

  /** @returns whether the person had such a passkey */
  async removePasskey(tx: EntityManager, personId: string, id: string): Promise<boolean> {
    const { affected } = await tx.delete(Passkey, { id, personId });
    await this.dropCodesOfNone(tx, personId);
    return affected === 1;
  }

  /** Accepts a code once: of several uses at the same time, in any processes, one succeeds. */
  async useOneTimeCode(tx: EntityManager, personId: string, code: string): Promise<boolean> {
    const factor = await tx.findOneBy(SecondFactor, { personId });
    if (!factor) return false;
    const seed = await this.sealer.open(personId, SEED, factor.sealedSeed);
    const step = stepOf(seed, code, this.clock.system());
    if (step === undefined) return false;
    const used = await tx
      .createQueryBuilder()
      .update(SecondFactor)
      .set({ lastStep: String(step) })
      .where('person_id = :personId AND last_step < :step', { personId, step })
      .execute();
    return used.affected === 1;
  }

  /** Uses up a recovery code, which works once. Case, blanks and hyphens are ignored. */
  async useRecoveryCode(tx: EntityManager, personId: string, code: string): Promise<boolean> {
    const codeHash = this.hash(code);
    const used = await tx.delete(RecoveryCode, { personId, codeHash });
    return used.affected === 1;
  }

  /** Records that a recovery code was used up. Call it last in the transaction. */
  recordUse(tx: EntityManager, personId: string, code: string): Promise<void> {
    return this.takenAway.record(tx, 'recovery-code-used', { personId, codeId: idOfCode(this.hash(code)) });
  }

  /** Removes recovery codes that were used up. @returns whether there was one */
  async dropUsedCodes(tx: EntityManager, personId: string, codeIds: ReadonlySet<string>): Promise<boolean> {
    const codes = await tx.findBy(RecoveryCode, { personId });
    const used = codes.filter(({ codeHash }) => codeIds.has(idOfCode(codeHash)));
    await tx.remove(used);
    return used.length > 0;
  }

  /** @returns whether there was one */
  async dropCodes(tx: EntityManager, personId: string): Promise<boolean> {
    return (await tx.delete(RecoveryCode, { personId })).affected !== 0;
  }

  private async renewCodes(tx: EntityManager, personId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await this.dropCodes(tx, personId);
    await tx.insert(
      RecoveryCode,
      codes.map((one) => ({ personId, codeHash: this.hash(one) })),
    );
    return codes;
  }

  private async dropCodesOfNone(tx: EntityManager, personId: string): Promise<void> {
    if (!(await this.isOn(personId, tx))) await this.dropCodes(tx, personId);
  }

  private hash(code: string): string {
    return this.sealer.fingerprint('auth.recovery-code', code.toLowerCase().replaceAll(/[\s-]/g, ''));
  }
}

/** Names a recovery code without its hash, in the list of what was taken away. */
const idOfCode = (codeHash: string): string => deriveId('auth.recovery-code', codeHash);

/** `abcde-fghjk` */
function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}
