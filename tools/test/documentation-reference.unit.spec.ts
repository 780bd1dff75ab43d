import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { triggerTopics, untriggeredTopics } from '@halyard/cli/trigger';
import { correctionCodes, returnCodes } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { sitePages } from '../docs/pages.ts';

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly summary: string }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Listed & { readonly properties: { readonly code?: Listed } }>>;
  };
}
interface Listed {
  readonly enum?: readonly string[];
}

const inDocs = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8'));
const openapi = inDocs('openapi.json') as Described;
const asyncapi = inDocs('asyncapi.json') as { readonly channels: object };

const { ErrorCode, Fault } = openapi.components.schemas;

/** What each folder has a page for, as clients read it: not from the tables that the pages are made of. */
const wanted: Readonly<Record<string, readonly string[]>> = {
  api: Object.values(openapi.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
  errors: [...(ErrorCode?.enum ?? []), ...(Fault?.properties.code?.enum ?? [])],
  events: [...triggerTopics, ...untriggeredTopics, ...Object.keys(asyncapi.channels)],
  'return-codes': Object.keys(returnCodes),
  'correction-codes': Object.keys(correctionCodes),
};

const sections: Readonly<Record<string, readonly string[]>> = {
  api: ['Request', 'What it needs', 'Answers', 'Errors'],
  errors: ['What it means', 'What to do', 'The answer'],
  events: ['When', 'Payload', 'Cause it'],
  'return-codes': ['What it means', 'What it does here', 'Cause it'],
  'correction-codes': ['What it means', 'What it does here', 'What a client sees', 'Cause it'],
};

const pages = sitePages();

describe.each(Object.keys(wanted))('the reference of %s', (folder) => {
  const found = pages.filter(({ slug }) => slug.startsWith(`${folder}/`));

  it('has a page for each, and no other', () => {
    expect(found.length).toBeGreaterThan(8);
    const slugs = [...new Set(wanted[folder])].map((name) => `${folder}/${name}`);
    expect(found.map(({ slug }) => slug).toSorted()).toEqual(slugs.toSorted());
    if (folder !== 'api') expect(found.map(({ slug }) => slug)).toEqual(found.map(({ title }) => `${folder}/${title}`));
  });

  it('says on each what there is to say', () => {
    const without = found.flatMap(({ slug, text }) =>
      (sections[folder] ?? [])
        .filter((heading) => !new RegExp(`^## ${heading}\\n\\n\\S`, 'm').test(text))
        .map((heading) => `${slug}: ${heading}`),
    );
    expect(without).toEqual([]);
  });

  it('has no gap in a text', () => {
    expect(found.filter(({ text }) => /undefined|\[object|NaN/.test(text)).map(({ slug }) => slug)).toEqual([]);
  });
});

describe('the page of an operation', () => {
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      request: `${method.toUpperCase()} ${path}`,
    })),
  );
  const pageAt = (slug: string): (typeof pages)[number] | undefined => pages.find((page) => page.slug === slug);

  it.each(operations)('$operationId has a title in words, with method, path and name below it', (operation) => {
    const { operationId, summary, request } = operation;
    const page = pageAt(`api/${operationId}`);
    const [method = '', path = ''] = request.split(' ');
    expect([page?.title, page?.badge]).toEqual([summary, method]);
    expect(page?.names).toEqual(expect.arrayContaining([request, operationId]));
    expect(page?.text).toContain(`**${method}** \`${path}\` \`${operationId}\``);
  });

  it('has no title of another operation', () => {
    expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
  });

  it('has fields as a tree, with types, rules, values and what is required', () => {
    const { text } = pageAt('api/createTransfer') ?? { text: '' };
    expect(text).toContain('- `amount` *object, **required***\n  - `value` *string or number, **required***');
    expect(text).toContain('  - `currency` *string, **required*** Only `USD`.');
    expect(text).toContain('- `href` *string, **required*** The URL of a funding source. *at most 2048 characters*');
    expect(text).toContain('- `fees` *list of object* A list of at most 50 objects.\n');
  });

  it('has a whole example of what a write makes, and a cure beside each error', () => {
    const { text } = pageAt('api/createTransfer') ?? { text: '' };
    expect(text).toMatch(/### 201\n[^]*"status": "pending"/);
    expect(text).toMatch(/\| 429 \| \[TooManyRequests\]\(\/docs\/errors\/TooManyRequests\/\) \| Wait for /);
  });
});

it('no page says a sentence twice in a row', () => {
  const doubled = pages.filter(({ text }) => /(?:^|\s)([A-Z][^.|`]{20,}\.)\s+\1(?:\s|$)/.test(text));
  expect(doubled.map(({ slug }) => slug)).toEqual([]);
});

it('the page of limits has those of requests, sizes, counts and amounts', () => {
  const { text, names } = pages.find(({ slug }) => slug === 'limits') ?? { text: '' };
  expect(names).toContain('Rate limit');
  expect(text).toContain('| `RATE_LIMIT_PER_MINUTE` | `1000000` |');
  expect(text).toContain('| JSON body of a request | 256 KiB |');
  expect(text).toContain('| Fees of one transfer | 50 |');
  expect(text).toContain('| Resources in one page of a list (`limit`) | 200; 25 by default |');
  expect(text).toContain('| Amount of one transfer | 9999999999.99 USD |');
});
