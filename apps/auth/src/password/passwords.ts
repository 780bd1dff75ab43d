import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Injectable, Optional } from '@nestjs/common';
import { Sealer } from '@halyard/persistence';
import { FewAtATime } from './few-at-a-time.js';
import { isOfPasswordLength } from './password-rules.js';

/** The costs of Argon2id, by default as OWASP's cheat sheet on password storage recommends. */
export class PasswordCosts {
  constructor(
    /** In KiB. */
    readonly memory = 19_456,
    readonly passes = 2,
    /** How many lanes. */
    readonly parallelism = 1,
  ) {}
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** About a second's worth of hashes. Beyond this, people are told to come back. */
const WAITING_MAX = 64;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{1,128})\$([\w+/]{1,128})$/;

const hashed = promisify(argon2);

export interface PasswordCheck {
  readonly isRight: boolean;
  /** The hash to store instead, if the present one was made with other costs. */
  readonly renewed?: string;
}

/**
 * Argon2id (RFC 9106) with a key that is not in the database. Hashing runs on threads, at most two at a time and on at
 * most half of the cores, so that log-ins do not slow down transfers.
 */
@Injectable()
export class Passwords {
  private readonly turns = new FewAtATime({
    runningMax: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
    waitingMax: WAITING_MAX,
  });
  /** A hash that is checked if there is no such person, so that the check takes as long. */
  private nobodys: Promise<string> | undefined;

  constructor(
    private readonly sealer: Sealer,
    @Optional() private readonly costs = new PasswordCosts(),
  ) {}

  /** @throws DomainError ServiceUnavailable if too many wait */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const digest = await this.digest(password, salt, this.costs, HASH_BYTES);
    const { memory, passes, parallelism } = this.costs;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(digest)}`;
  }

  /**
   * @param hash undefined if there is no such person
   * @throws DomainError ServiceUnavailable if too many wait
   */
  async check(password: string, hash: string | undefined): Promise<PasswordCheck> {
    this.nobodys ??= this.hash(randomBytes(SALT_BYTES).toString('hex')).catch((error: unknown) => {
      this.nobodys = undefined;
      throw error;
    });
    const { salt, digest, ...costs } = parsed(hash ?? (await this.nobodys));
    const isPossible = isOfPasswordLength(password);
    const actual = await this.digest(isPossible ? password : '', salt, costs, digest.length);
    const isRight = timingSafeEqual(actual, digest) && isPossible && hash !== undefined;
    const isCurrent = costs.memory === this.costs.memory && costs.passes === this.costs.passes;
    return isRight && !isCurrent ? { isRight, renewed: await this.hash(password) } : { isRight };
  }

  private digest(password: string, nonce: Buffer, costs: PasswordCosts, tagLength: number): Promise<Buffer> {
    const secret = this.sealer.fingerprint('auth.password', '');
    return this.turns.run(() => hashed('argon2id', { message: password, nonce, secret, tagLength, ...costs }));
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function parsed(hash: string): PasswordCosts & { readonly salt: Buffer; readonly digest: Buffer } {
  const [, memory, passes, parallelism, salt = '', digest = ''] = PHC.exec(hash) ?? [];
  if (digest === '') throw new Error('a password hash is not readable');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
}
