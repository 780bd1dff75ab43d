import { Injectable } from '@nestjs/common';
import { type AskedGrant, DeviceGrants } from '../device-grant/device-grants.js';
import { userCodeIn } from '../device-grant/user-code.js';
import { GuessLimits } from '../guess/guess-limits.js';
import type { LoggedInVisit } from '../login/logged-in-pages.js';

/** Codes are short, so guesses are slowed down like those of passwords. */
@Injectable()
export class UserCodes {
  constructor(
    private readonly guesses: GuessLimits,
    private readonly grants: DeviceGrants,
  ) {}

  /**
   * @returns undefined if the text is no code, or if the code was never issued, was answered or has expired
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
