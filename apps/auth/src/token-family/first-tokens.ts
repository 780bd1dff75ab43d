import { Injectable } from '@nestjs/common';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { type Authentication, type PersonTokenAnswer, PersonTokens } from './person-tokens.js';
import type { TokenFamily } from './token-family.entity.js';

/** Makes the first tokens of a family. The client gets them only if the family is then exchanged. */
@Injectable()
export class FirstTokens {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly tokens: PersonTokens,
  ) {}

  /** @returns undefined if the application or the person may not act any more */
  async make(
    family: TokenFamily,
    authentication: Authentication,
  ): Promise<{ readonly application: ActiveApplication; readonly answer: PersonTokenAnswer } | undefined> {
    const application = await this.credentials.find(family.applicationId);
    const answer = application && (await this.tokens.make(family, application, family.scopes));
    if (!answer) return undefined;
    const isIdentified = family.scopes.includes('openid');
    const idToken = isIdentified ? { id_token: await this.tokens.idTokenOf(family, application, authentication) } : {};
    return { application, answer: { ...answer, ...idToken } };
  }
}
