import { Injectable } from '@nestjs/common';
import { html } from '@halyard/pages';
import type { Interaction } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { BROWSER, browserIdOf } from '../consent/authorization-policy.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { formActionOf } from '../token/form-action.js';
import { OpenIdProvider } from '../token/openid-provider.js';
import { logInPage, type LogInPurpose, type LogInView } from './log-in.page.js';
import { HOME } from './logins.js';

const CONFIRM = 'Confirm that it is you.';
const FOR_CONSOLE = `${CONFIRM} People, applications and secrets are changed only within five minutes of a log-in.`;
const FOR_PROFILE = `${CONFIRM} How you log in is changed only within five minutes of a log-in.`;

/** Pages at which people log in. They name the application or the page to which people go on. */
@Injectable()
export class LogInPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly credentials: ApplicationCredentials,
    private readonly provider: OpenIdProvider,
  ) {}

  /**
   * A person who is logged in, and has to log in again, finds the e-mail address filled in.
   *
   * @param view `purpose` defaults to the words for the page that follows
   */
  async page(visit: Visit, view: LogInView & Partial<LogInPurpose> = {}): Promise<ShownPage> {
    const { then = HOME } = view;
    const email = await this.emailOf(visit);
    const interaction = await this.provider.interactionAt(then);
    const isOfBrowser = interaction?.params[BROWSER] === browserIdOf(visit);
    const purpose = interaction && isOfBrowser ? await this.purposeOf(interaction) : ownPurposeOf(then, email);
    return {
      ...logInPage(visit, { ...(email !== undefined && { email }), ...purpose, ...view }),
      ...(interaction && { formAction: formActionOf(interaction) }),
    };
  }

  private async purposeOf({ params, prompt }: Interaction): Promise<LogInPurpose> {
    const application = await this.credentials.find(String(params['client_id']));
    if (!application) return { purpose: 'to continue' };
    const { name, kind } = application;
    const isAgain = !prompt.reasons.includes('no_session');
    const reason = kind === 'first-party' ? FOR_CONSOLE : `${name} asks you to log in again.`;
    return { purpose: html`to continue to <strong>${name}</strong>`, ...(isAgain && { reason }) };
  }

  private async emailOf({ session }: Visit): Promise<string | undefined> {
    if (!session?.isComplete) return undefined;
    const person = await this.dataSource.manager.findOneByOrFail(Person, { id: session.personId });
    return (await this.people.open(person)).email;
  }
}

const purposes: readonly (readonly [path: RegExp, purpose: string])[] = [
  [/^\/device/, 'to connect a program'],
  [/^\/invitations\//, 'to accept your invitation'],
  [/^\/me\//, 'to change how you log in'],
];

/** @param email of a person whose log-in is too old for the page */
function ownPurposeOf(then: string, email: string | undefined): LogInPurpose {
  const [, purpose = 'to see your profile'] = purposes.find(([path]) => path.test(then)) ?? [];
  return { purpose, ...(email !== undefined && then.startsWith('/me/') && { reason: FOR_PROFILE }) };
}
