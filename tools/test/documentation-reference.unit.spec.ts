import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { triggerTopics, untriggeredTopics } from '@halyard/cli/trigger';
import { returnCodes } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { sitePages } from '../docs/pages.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
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
};

const sections: Readonly<Record<string, readonly string[]>> = {
  api: ['Answers', 'Errors', 'With curl'],
  errors: ['What it means', 'What to do', 'The answer'],
  events: ['When', 'Payload', 'Cause it'],
  'return-codes': ['What it means', 'What it does here', 'Cause it'],
};

const pages = sitePages();

describe.each(Object.keys(wanted))('the reference of %s', (folder) => {
  const found = pages.filter(({ slug }) => slug.startsWith(`${folder}/`));

  it('has a page for each, and no other', () => {
    expect(found.length).toBeGreaterThan(40);
    expect(found.map(({ title }) => title).toSorted()).toEqual([...new Set(wanted[folder])].toSorted());
    expect(found.map(({ slug }) => slug)).toEqual(found.map(({ title }) => `${folder}/${title}`));
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
