import { randomUUID } from 'node:crypto';
import { Sealer } from '@halyard/persistence';
import { until } from '@halyard/testing/waiting';
import { jest } from '@jest/globals';
import { Mail, type PostedLetter } from '../../src/mail/mail.js';
import { type NewPerson, Seed, type SeededPerson } from '../../src/seed.js';
import { AuthApp } from './auth-app.js';
import { passwordCosts } from './auth-service.js';
import { Visitor } from './visitor.js';

export const PASSWORD = 'correct horse battery staple';

export class PagesStage {
  readonly letters: PostedLetter[] = [];
  readonly seed: Seed;
  private networks = 0;

  private constructor(readonly auth: AuthApp) {
    this.seed = new Seed(auth.dataSource, auth.service.get(Sealer), auth.clock, passwordCosts);
    jest.spyOn(auth.service.get(Mail), 'send').mockImplementation((letter) => {
      this.letters.push(letter);
      return Promise.resolve();
    });
  }

  static async open(env?: Readonly<Record<string, string>>): Promise<PagesStage> {
    return new PagesStage(await AuthApp.start(env));
  }

  close(): Promise<void> {
    return this.auth.close();
  }

  /** By default each browser has a network of its own. */
  visitor(network = `network ${(this.networks += 1)}`): Visitor {
    return new Visitor(this.auth.service, network);
  }

  async newPerson(given: Partial<NewPerson> = {}): Promise<SeededPerson> {
    const accountId = given.accountId ?? (await this.auth.openAccount());
    return this.seed.addPerson({
      ...{ email: `ada.${randomUUID()}@example.com`, name: 'Ada Byron', role: 'owner', password: PASSWORD },
      ...given,
      accountId,
    });
  }

  async loggedIn({ email }: Pick<SeededPerson, 'email'>, visitor = this.visitor()): Promise<Visitor> {
    const { location } = await visitor.send('/login', { email, password: PASSWORD });
    if (location !== '/me') throw new Error(`the log-in led to ${location}`);
    return visitor;
  }

  /** A person that has just logged in to a first-party program. */
  freshly(personId: string): { readonly userId: string; readonly authTime: number } {
    return { userId: personId, authTime: Math.floor(this.auth.clock.system().getTime() / 1_000) };
  }

  /** The path of the link in the first letter to an address. Waits for the letter. */
  async linkTo(email: string, subject: RegExp): Promise<string> {
    const find = () => this.letters.find((letter) => letter.to === email && subject.test(letter.subject));
    await until(`a letter to ${email}`, () => find() !== undefined);
    const link = /^https:\S+$/m.exec(find()?.text ?? '')?.[0] ?? '';
    return new URL(link).pathname;
  }
}
