import { correctionCodes, type ErrorCode, errorCodes, type FaultCode, faultCodes, returnCodes } from '@halyard/core';
import { statusOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { html, type Html } from '@halyard/pages';
import { type PublicRoute, publicRoutes, refusalsOf } from '@halyard/public-api';
import { errorTexts, faultTexts } from '@halyard/public-api/error-texts';
import type { DescribedOperation } from './api-document.js';
import { inlineMarkdown } from './inline-markdown.js';
import { referencePage } from './reference-page.html.js';

const errors = Object.keys(errorCodes) as readonly ErrorCode[];
const faults: readonly FaultCode[] = faultCodes.filter((code) => !(code in errorCodes));

const errorAddress = (code: string): string => `/docs/errors/${code}/`;
const operationAddress = (name: string): string => `/docs/api/${name}/`;

interface CodesOfBanks {
  readonly label: string;
  readonly rows: Readonly<Record<string, { readonly title: string; readonly description: string }>>;
}

/** Codes of the network that have pages, by the folder of the pages. */
const bankCodes: Readonly<Record<string, CodesOfBanks>> = {
  'return-codes': { label: 'Return code', rows: returnCodes },
  'correction-codes': { label: 'Correction code', rows: correctionCodes },
};

interface BankCode {
  readonly code: string;
  readonly address: string;
  readonly label: string;
  readonly title: string;
  readonly description: string;
}

const bankCodePages: readonly BankCode[] = Object.entries(bankCodes).flatMap(([folder, { label, rows }]) =>
  Object.entries(rows).map(([code, { title, description }]) => ({
    code,
    address: `/docs/${folder}/${code}/`,
    label,
    title,
    description,
  })),
);

const link = (address: string, text: string): Html => html`<a href="${address}">${text}</a>`;
const json = (value: unknown): Html => html`<pre tabindex="0">${JSON.stringify(value, undefined, 2)}</pre>`;
const section = (heading: string, ...content: readonly Html[]): Html =>
  html`<section>
    <h2>${heading}</h2>
    ${content}
  </section>`;
const list = (items: readonly Html[]): Html =>
  html`<ul>
    ${items.map((item) => html`<li>${item}</li> `)}
  </ul>`;
const table = (heads: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html =>
  html`<div class="scrolled" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;

/** Whether a page about the address is made here. */
const hasPage = (address: string): boolean =>
  address === '/docs/' ||
  [...errors, ...faults].some((code) => address === errorAddress(code)) ||
  bankCodePages.some((page) => address === page.address) ||
  Object.keys(publicRoutes).some((name) => address === operationAddress(name));

const told = (text: string): Html => html`<p>${inlineMarkdown(text, hasPage)}</p>`;

function errorPage(code: ErrorCode): string {
  const { kind, message, retryable } = errorCodes[code];
  const { why, todo } = errorTexts[code];
  return referencePage({
    title: code,
    label: `Error, status ${statusOf[kind]}`,
    content: [
      told(message),
      section('What it means', told(why)),
      section('What to do', told(todo)),
      section(
        'Can the same request succeed later?',
        told(
          retryable ? 'Yes. Send it as it is, with the same `Idempotency-Key`.' : 'No. Something has to change first.',
        ),
      ),
      section('The answer', json({ code, message })),
    ],
  });
}

function faultPage(code: FaultCode): string {
  const { path, why, todo, message = usualFault(code, path).message } = faultTexts[code];
  return referencePage({
    title: code,
    label: 'Embedded error of a ValidationError',
    content: [
      section('What it means', told(why)),
      section('What to do', told(todo)),
      section('The answer', json({ code: 'ValidationError', _embedded: { errors: [{ code, message, path }] } })),
    ],
  });
}

const bankCodePage = ({ code, label, title, description }: BankCode): string =>
  referencePage({
    title: code,
    label: `${label}: ${title}`,
    content: [section('What it means', told(description))],
  });

function needsOf(name: string): Html {
  const { access, category } = publicRoutes[name as PublicRoute];
  if (access === 'anyone') return told('No token.');
  if (access === 'linking') return told('A linking token.');
  return told(
    `A token ${access === 'token' ? 'of any scope' : `of the scope \`${access}\``}, which may do \`${category}\`.`,
  );
}

function operationPage({ name, title, request, description, parameters, body, answers }: DescribedOperation): string {
  const codes = [...refusalsOf(name as PublicRoute)].toSorted();
  return referencePage({
    title,
    label: request,
    content: [
      told(description),
      section('What it needs', needsOf(name)),
      ...(parameters.length === 0
        ? []
        : [
            section(
              'Parameters',
              table(
                ['Name', 'In', 'Required', 'Description'],
                parameters.map((one) => [
                  html`<code>${one.name}</code>`,
                  one.in,
                  one.required ? 'yes' : '',
                  inlineMarkdown(one.description ?? '', hasPage),
                ]),
              ),
            ),
          ]),
      ...(body === undefined ? [] : [section('Body', json(body))]),
      section(
        'Answers',
        ...answers.flatMap(({ status, description: text, example }) => [
          html`<h3>${status}</h3>`,
          told(text),
          ...(example === undefined || typeof example === 'string' ? [] : [json(example)]),
        ]),
      ),
      section('Errors', list(codes.map((code) => link(errorAddress(code), code)))),
    ],
  });
}

const listPage = (operations: readonly DescribedOperation[]): string =>
  referencePage({
    title: 'Documentation',
    content: [
      told(
        'These are the pages that the suite makes of its own tables: operations, errors and codes of banks. `npm run docs` builds the whole documentation, with its guides and its search, in the folder of the source; this address then has it.',
      ),
      section(
        'Operations',
        table(
          ['Operation', 'Request'],
          operations.map(({ name, title, request }) => [
            link(operationAddress(name), title),
            html`<code>${request}</code>`,
          ]),
        ),
      ),
      section('Errors', list([...errors, ...faults].map((code) => link(errorAddress(code), code)))),
      ...Object.values(bankCodes).map(({ label }) =>
        section(
          `${label}s`,
          list(
            bankCodePages
              .filter((page) => page.label === label)
              .map(({ address, code, title }) => html`${link(address, code)} ${title}`),
          ),
        ),
      ),
    ],
  });

/** The pages that are served while the documentation site is not built, by address. */
export const referencePages = (operations: readonly DescribedOperation[]): ReadonlyMap<string, string> =>
  new Map([
    ['/docs/', listPage(operations)],
    ...operations.map((operation) => [operationAddress(operation.name), operationPage(operation)] as const),
    ...errors.map((code) => [errorAddress(code), errorPage(code)] as const),
    ...faults.map((code) => [errorAddress(code), faultPage(code)] as const),
    ...bankCodePages.map((page) => [page.address, bankCodePage(page)] as const),
  ]);

export const notBuiltPage = (): string =>
  referencePage({
    title: 'Not found',
    content: [
      told('The whole documentation is not built here: `npm run docs` builds it. See [what there is](/docs/).'),
    ],
  });
