import { describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { serviceNames, type Topic } from '@halyard/contracts';
import { catalogues, REPUBLISH_REQUESTS } from '@halyard/contracts/topics';
import { z } from 'zod';
import { asyncApiDocument, textOf as asyncApiText } from '../asyncapi/document.ts';
import { listeners } from '../asyncapi/listeners.ts';
import { root, textOf } from './support/yaml.ts';

const made = asyncApiDocument();
const document = z
  .object({
    channels: z.record(z.string(), z.object({ messages: z.record(z.string(), z.unknown()) })),
    operations: z.record(z.string(), z.object({ action: z.enum(['send', 'receive']) })),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      messages: z.record(z.string(), z.unknown()),
    }),
  })
  .parse(made);

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
};

const resolve = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
      made,
    );

/**
 * The source of a consumer with those of the facts that it uses: `KnownParties` is `libs/facts/src/known-parties.ts`.
 */
const withItsFacts = (source: string): string => {
  const kinds = new Set([...source.matchAll(/\bKnown([A-Z]\w+)/g)].map(([, kind = '']) => kind));
  const files = [...kinds].map((kind) => kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase());
  return [source, ...files.map((file) => textOf(`libs/facts/src/known-${file}.ts`))].join('\n');
};

/** Topics that a service's consumers name, literally or by their catalogue. */
const topicsHeardBy = (service: string): ReadonlySet<Topic> => {
  const catalogueNames = new Map<string, Topic>(
    Object.values(catalogues).map(({ topic }) => [
      `${topic.replace('.events.v1', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Events.topic`,
      topic,
    ]),
  );
  const consumers = globSync(`apps/${service}/src/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.spec.ts'))
    .map((file) => textOf(file))
    .filter((source) => / extends (Event|Facts)Consumer\b/.test(source))
    .map(withItsFacts);
  return new Set(
    consumers.flatMap((source) =>
      [...catalogueNames].flatMap(([name, topic]) =>
        source.includes(name) || source.includes(`'${topic}'`) ? [topic] : [],
      ),
    ),
  );
};

describe('docs/asyncapi.json', () => {
  it('is what npm run asyncapi makes of the events of libs/contracts', () => {
    expect(textOf('docs/asyncapi.json')).toBe(asyncApiText(made));
  });

  it('has a channel for every topic, that of requests among them, and a message for every type of event', () => {
    const told = Object.values(catalogues).map(({ topic, schemas }) => [topic, Object.keys(schemas)]);
    const documented = Object.entries(document.channels).map(([topic, { messages }]) => [topic, Object.keys(messages)]);
    expect(documented).toEqual([...told, [REPUBLISH_REQUESTS, ['request']]]);
  });

  it('says of each message with what it proves its origin', () => {
    const { headers, signature } = document.components.schemas;
    expect(signature).toMatchObject({ required: ['halyard-kid', 'halyard-signature'] });
    expect(headers).toMatchObject({ allOf: [{ $ref: '#/components/schemas/signature' }] });
    for (const message of Object.values(document.components.messages)) {
      const { headers: carried } = z.object({ headers: z.object({ $ref: z.string() }) }).parse(message);
      expect(carried.$ref).toMatch(/^#\/components\/schemas\/(headers|signature)$/);
    }
  });

  it('refers to nothing that it does not hold', () => {
    expect(referencesIn(made).filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it.each(serviceNames)('says of %s that it hears what its consumers listen to', (service) => {
    const documented = Object.values(catalogues)
      .map(({ topic }) => topic)
      .filter((topic) => listeners[topic].includes(service));
    expect(new Set(documented)).toEqual(topicsHeardBy(service));
  });
});
