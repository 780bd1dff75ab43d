import { AccountsStep } from './accounts-step.js';
import { find } from './dom.js';
import { FieldsStep } from './fields-step.js';
import { InstitutionStep } from './institution-step.js';
import type { EnteredBank, ListedInstitution, LinkingApi, Session } from './linking-api.js';
import type { FromPage, StartOptions } from './messages.js';
import { NumbersStep } from './numbers-step.js';
import type { Stage } from './stage.js';

/** After this many refused logins and answers the form for numbers is shown instead. */
const REFUSALS_MAX = 2;

const ASKING = 'Asking your bank…';

export class Flow {
  readonly #institutions: InstitutionStep;
  readonly #login: FieldsStep;
  readonly #questions: FieldsStep;
  readonly #accounts: AccountsStep;
  readonly #numbers: NumbersStep;
  #institution: ListedInstitution | undefined;
  #refusals = 0;

  constructor(
    private readonly api: LinkingApi,
    private readonly stage: Stage,
    private readonly tell: (message: FromPage) => void,
    private readonly options: StartOptions,
  ) {
    this.#institutions = new InstitutionStep(api, stage, (institution) => this.#choose(institution));
    this.#login = new FieldsStep('login', stage, (answers) => void this.#logIn(answers));
    this.#questions = new FieldsStep('questions', stage, (answers) => void this.#answer(answers));
    this.#accounts = new AccountsStep(stage, (account) => void this.#select(account));
    this.#numbers = new NumbersStep(stage, (numbers) => void this.#add(numbers));
    stage.onBack(() => void this.#startOver());
    const unlisted = find('unlisted', HTMLButtonElement);
    unlisted.hidden = !options.fallbackToMicroDeposits;
    unlisted.addEventListener('click', () => this.#numbers.show());
  }

  async begin(): Promise<void> {
    if (this.options.microDeposits) this.#numbers.show();
    else await this.#institutions.show();
  }

  #startOver(): Promise<void> {
    this.#login.forget();
    this.#questions.forget();
    return this.stage.attempt('', () => this.#institutions.show());
  }

  #choose(institution: ListedInstitution): void {
    this.#institution = institution;
    this.#login.show(institution.name, institution.fields);
  }

  #logIn(answers: readonly string[]): Promise<void> {
    const id = this.#institution?.id ?? '';
    return this.#ask(this.#login, () => this.api.logIn(id, answers));
  }

  #answer(answers: readonly string[]): Promise<void> {
    return this.#ask(this.#questions, () => this.api.answer(answers));
  }

  #ask(step: FieldsStep, ask: () => Promise<Session>): Promise<void> {
    return this.stage.attempt(
      ASKING,
      async () => this.#show(await ask()),
      () => this.#afterRefusal(step),
    );
  }

  #afterRefusal(step: FieldsStep): void {
    this.#refusals += 1;
    if (!this.options.fallbackToMicroDeposits || this.#refusals < REFUSALS_MAX) return step.retry();
    this.#login.forget();
    this.#questions.forget();
    this.#numbers.show();
    this.stage.say('Your bank can’t be linked that way. Enter the numbers of your account instead.');
  }

  #show({ step, fields = [], accounts = [] }: Session): void {
    const bank = this.#institution?.name ?? '';
    this.#login.forget();
    this.#questions.forget();
    if (step === 'questions') this.#questions.show(bank, fields);
    else if (step === 'accounts') this.#accounts.show(bank, accounts);
    else throw new Error(`a login does not lead to ${step}`);
  }

  #select(account: string): Promise<void> {
    return this.stage.attempt('Linking your account…', async () => {
      const { publicToken, accountId, ...session } = await this.api.select(account);
      if (publicToken !== undefined && accountId !== undefined) this.#endWithChoice(publicToken, accountId);
      else this.#end(session, 'You can close this page. Your account is ready.');
    });
  }

  /** A provider's client gets a token for the account, and links the bank with it. */
  #endWithChoice(publicToken: string, accountId: string): void {
    find('done-title', HTMLElement).textContent = 'Your account is chosen';
    this.#showDone('You can close this page.');
    this.tell({ iav: 'chosen', publicToken, accountId });
  }

  #add(numbers: EnteredBank): Promise<void> {
    const add = async (): Promise<void> => {
      const added = await this.api.addByNumbers(numbers);
      this.#numbers.forget();
      this.#end(added, 'You can close this page. You will be told how to show that the account is yours.');
    };
    return this.stage.attempt('Adding your account…', add, (refusal) => this.#numbers.point(refusal));
  }

  #end({ _links }: Session, text: string): void {
    const source = _links['funding-source'];
    if (!source) throw new Error('the bank has no address');
    this.#showDone(text);
    this.tell({ iav: 'done', fundingSource: source.href });
  }

  #showDone(text: string): void {
    find('done-text', HTMLElement).textContent = text;
    this.stage.show('done');
  }
}
