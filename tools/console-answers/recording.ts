import { newId } from '@halyard/core';
import type { Holder } from '@halyard/e2e/journeys';
import type { HalAnswer, HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';

const HAL = 'application/vnd.service.v1.hal+json';
const FORMS = 'application/prs.hal-forms+json';
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
/** The headers of an answer that pages read. */
const headersKept = ['content-type', 'location', 'x-request-id'] as const;

interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers by method and path, such as `GET /customers?limit=1`. */
type Answers = Record<string, RecordedAnswer>;

/** The answers of one suite about one account, moment by moment. */
export class AnswerRecording {
  private readonly moments: Record<string, Answers> = {};
  private readonly places: Record<string, string> = {};
  /** Forms of resources. Many resources share the same forms, so each set of forms is kept once. */
  private readonly forms: unknown[] = [];

  private readonly client: HalClient;

  constructor(client: HalClient) {
    this.client = client;
  }

  /** Names a path, so that a spec needs no id. */
  place(name: string, href: string): string {
    const path = this.pathOf(href);
    this.places[name] = path;
    return path;
  }

  /** Records the answers at some paths or links at a moment, with their forms. */
  async read(moment: string, ...hrefs: readonly string[]): Promise<void> {
    for (const href of hrefs) this.note(moment, 'GET', href, await this.ask('GET', href, FORMS));
  }

  /** Records the answer at a path once it is whole, for example once all services have answered. */
  async readWhole(moment: string, path: string, isWhole: (body: HalBody) => boolean): Promise<void> {
    await waitFor(path, async () => {
      const answer = await this.ask('GET', path, FORMS);
      this.note(moment, 'GET', path, answer);
      return isWhole(answer.body);
    });
  }

  /** Records customers and funding sources as pages ask for their names: by their ids, without forms. */
  async readNames(moment: string, ...hrefs: readonly string[]): Promise<void> {
    for (const href of hrefs) {
      const path = this.pathOf(href).replace(/\/([^/]+)$/, '?limit=50&id=$1');
      this.note(moment, 'GET', path, await this.ask('GET', path, HAL));
    }
  }

  /** Records the answer to a write. */
  async write(moment: string, href: string, body: object): Promise<HalAnswer> {
    const answer = await this.ask('POST', href, HAL, JSON.stringify(body));
    this.note(moment, 'POST', href, answer);
    return answer;
  }

  /** Numbers the ids in the order in which they came, so that a new recording only differs where the answers do. */
  text(): string {
    const { baseUrl, accountId } = this.client.connection;
    const { forms, places, moments } = this;
    const written = linesOf({ account: accountId, places, forms, moments });
    const ids = [...new Set(written.match(UUID))];
    const numbered = (id: string): string => `00000000-0000-7000-8000-${String(ids.indexOf(id)).padStart(12, '0')}`;
    return written.replaceAll(UUID, numbered).replaceAll(baseUrl, 'https://halyard.example');
  }

  private async ask(method: 'GET' | 'POST', href: string, accept: string, body?: string): Promise<HalAnswer> {
    const headers = {
      accept,
      authorization: `Bearer ${await this.client.accessToken()}`,
      ...(body !== undefined && { 'content-type': HAL, 'idempotency-key': newId() }),
    };
    return this.client.raw(method, this.pathOf(href), headers, body);
  }

  private note(moment: string, method: string, href: string, { status, headers, body }: HalAnswer): void {
    const kept = headersKept.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const answers = (this.moments[moment] ??= {});
    answers[`${method} ${this.pathOf(href)}`] = {
      status,
      headers: Object.fromEntries(kept),
      body: this.withoutForms(body),
    };
  }

  /** Moves the forms of a resource to `forms`, and leaves their index in the resource. */
  private withoutForms({ _templates: forms, ...body }: HalAnswer['body']): object {
    if (forms === undefined) return body;
    const known = this.forms.findIndex((one) => JSON.stringify(one) === JSON.stringify(forms));
    return { ...body, _templates: known === -1 ? this.forms.push(forms) - 1 : known };
  }

  private pathOf(href: string): string {
    const { pathname, search } = new URL(href, this.client.connection.baseUrl);
    return pathname + search;
  }
}

interface WrittenAnswers extends Readonly<Record<string, unknown>> {
  readonly moments: Readonly<Record<string, Answers>>;
}

/** Writes a line for each part, and for each answer. */
function linesOf({ moments, ...parts }: WrittenAnswers): string {
  const told = Object.entries(parts).map(([name, part]) => `"${name}": ${JSON.stringify(part)}`);
  const momentsTold = Object.entries(moments).map(([name, answers]) => {
    const lines = Object.entries(answers).map(([key, answer]) => `${JSON.stringify(key)}: ${JSON.stringify(answer)}`);
    return `${JSON.stringify(name)}: {\n${lines.join(',\n')}\n}`;
  });
  return `{\n${[...told, `"moments": {\n${momentsTold.join(',\n')}\n}`].join(',\n')}\n}\n`;
}

export const partsOf = ({ customer, bank, balance }: Holder): readonly string[] => [customer, bank, balance];
