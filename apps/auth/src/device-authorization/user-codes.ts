import { Injectable } from '@nestjs/common';
import { type AskedGrant, DeviceGrants } from '../device-grant/device-grants.js';
import { userCodeIn } from '../device-grant/user-code.js';
import { GuessLimits } from '../guess/guess-limits.js';
import type { LoggedInVisit } from '../login/logged-in-pages.js';

/** User codes that people type. They are short: guesses are slowed down as those of passwords are. */
@Injectable()
export class UserCodes {
  constructor(
    private readonly guesses: GuessLimits,
    private readonly grants: DeviceGrants,
  ) {}

  /**
   * @returns undefined for what is no code, and for a code that is nobody's, was answered or has expired
   * @throws DomainError TooManyRequests
   */
  async find({ person, network }: LoggedInVisit, typed: string): Promise<AskedGrant | undefined> {
    const userCode = userCodeIn(typed);
    if (userCode === undefined) return undefined;
    const guess = await this.guesses.begin({ person: `user codes ${person.id}`, network, of: 'wrong codes' });
    const grant = await this.grants.findAsked(userCode);
    await (grant ? guess.pass() : guess.count());
    return grant;
  }
}
