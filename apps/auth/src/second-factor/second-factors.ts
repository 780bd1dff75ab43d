import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { stepOf } from './one-time-codes.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { SecondFactor } from './second-factor.entity.js';

const SEED = 'auth.second-factor';
const CODES = 10;
/** Without characters that look like others. Ten of them are 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

/** The authenticators of people (RFC 6238), and the codes for when they are lost. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  isOn(personId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(SecondFactor, { personId });
  }

  codesLeft(personId: string): Promise<number> {
    return this.dataSource.manager.countBy(RecoveryCode, { personId });
  }

  /**
   * Turns an authenticator on that shows the right code, in place of a former one.
   *
   * @returns new recovery codes, which cannot be shown again; undefined for a wrong code
   */
  async turnOn(tx: EntityManager, personId: string, seed: string, code: string): Promise<string[] | undefined> {
    const step = stepOf(seed, code, this.clock.system());
    if (step === undefined) return undefined;
    const sealedSeed = await this.sealer.seal(personId, SEED, seed);
    await this.turnOff(tx, personId);
    const createdAt = this.clock.system();
    await tx.insert(SecondFactor, { personId, sealedSeed, lastStep: String(step), createdAt });
    const codes = Array.from({ length: CODES }, newCode);
    await tx.insert(
      RecoveryCode,
      codes.map((one) => ({ personId, codeHash: this.hash(one) })),
    );
    return codes;
  }

  async turnOff(tx: EntityManager, personId: string): Promise<void> {
    await tx.delete(SecondFactor, { personId });
  }

  /** Uses up a one-time code. Of several uses at once, in any processes, one is right. */
  async useOneTimeCode(personId: string, code: string): Promise<boolean> {
    const { manager } = this.dataSource;
    const factor = await manager.findOneBy(SecondFactor, { personId });
    if (!factor) return false;
    const seed = await this.sealer.open(personId, SEED, factor.sealedSeed);
    const step = stepOf(seed, code, this.clock.system());
    if (step === undefined) return false;
    const used = await manager
      .createQueryBuilder()
      .update(SecondFactor)
      .set({ lastStep: String(step) })
      .where('person_id = :personId AND last_step < :step', { personId, step })
      .execute();
    return used.affected === 1;
  }

  /** The same of a recovery code. Case, blanks and hyphens do not matter. */
  async useRecoveryCode(personId: string, code: string): Promise<boolean> {
    const codeHash = this.hash(code);
    const used = await this.dataSource.manager.delete(RecoveryCode, { personId, codeHash });
    return used.affected === 1;
  }

  private hash(code: string): string {
    return this.sealer.fingerprint('auth.recovery-code', code.toLowerCase().replaceAll(/[\s-]/g, ''));
  }
}

/** `abcde-fghjk` */
function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}
