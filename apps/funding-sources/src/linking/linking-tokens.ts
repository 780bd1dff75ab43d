import { Injectable } from '@nestjs/common';
import { Clock, idOfHex, isId, newId } from '@halyard/core';
import { Sealer, UnsealingError } from '@halyard/persistence';
import { epochOf } from '@halyard/recovery';
import { DataSource } from 'typeorm';

/**
 * A token allows one of these: opening a session, adding one bank, or continuing a session. A provider's session adds
 * no bank: it ends with a public token, which the provider's client exchanges for a partner token.
 */
export type LinkingAction = 'iav' | 'funding-sources' | 'session' | 'provider' | 'provider-session';

export interface LinkingToken {
  /**
   * Identifies the token where its use is recorded. A session's token has the id of the token that opened the session.
   */
  readonly id: string;
  readonly action: LinkingAction;
  readonly accountId: string;
  readonly applicationId: string;
  /** Absent in a provider's tokens: a provider does not know our customers. */
  readonly customerId?: string;
  /** In system time. */
  readonly expires: string;
}

const CONTEXT = 'funding-sources.linking-token';
const LIFE_MS = 60 * 60_000;
const TOKEN_LENGTH_MAX = 1_024;
const ID_BYTES = 16;

/**
 * Linking tokens contain their data, sealed for their account, after the ids of their application and of that account
 * (ADR 52). An integration acts for accounts that are not its own.
 */
@Injectable()
export class LinkingTokens {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  async issue(grant: Omit<LinkingToken, 'id' | 'expires'>): Promise<{ token: string; expires: string }> {
    const expires = new Date(this.clock.system().getTime() + LIFE_MS).toISOString();
    return { token: await this.seal({ ...grant, id: newId(), expires }), expires };
  }

  async seal(token: LinkingToken): Promise<string> {
    const sealed = await this.sealer.seal(token.accountId, await this.context(), JSON.stringify(token));
    const accountId = Buffer.from(token.accountId.replaceAll('-', ''), 'hex');
    return `${token.applicationId}.${Buffer.concat([accountId, sealed]).toString('base64url')}`;
  }

  /** The application that a token claims to be from, not verified yet. */
  applicationOf(text: string): string | undefined {
    const [applicationId] = text.length > TOKEN_LENGTH_MAX ? [] : text.split('.', 1);
    return isId(applicationId) ? applicationId : undefined;
  }

  /** @returns undefined for a token that was not issued to this application */
  async open(text: string, applicationId: string): Promise<LinkingToken | undefined> {
    const bytes = Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url');
    const accountId = idOfHex(bytes.toString('hex', 0, ID_BYTES));
    if (!isId(accountId)) return undefined;
    try {
      const opened = await this.sealer.open(accountId, await this.context(), bytes.subarray(ID_BYTES));
      const token = JSON.parse(opened) as LinkingToken;
      return token.applicationId === applicationId ? token : undefined;
    } catch (error) {
      if (error instanceof UnsealingError) return undefined;
      throw error;
    }
  }

  /** A token opens only in the epoch in which it was issued, so a restore ends all tokens. */
  private async context(): Promise<string> {
    const epoch = await epochOf(this.dataSource);
    return epoch === 0 ? CONTEXT : `${CONTEXT}.${epoch}`;
  }
}
