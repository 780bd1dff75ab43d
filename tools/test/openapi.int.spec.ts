import { describe, expect, it } from '@jest/globals';
import { publicAnswers, type PublicRoute, publicRoutes, type Route } from '@halyard/contracts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { z } from 'zod';
import { bodyOf, queryOf } from '../openapi/handlers.ts';
import { openApiDocument, textOf as openApiText } from '../openapi/document.ts';
import { textOf } from './support/yaml.ts';

const operation = z.looseObject({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.unknown()),
  requestBody: z.unknown().optional(),
});
const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) }).parse(openApiDocument());
const names = Object.keys(publicRoutes) as PublicRoute[];
const documented = (name: PublicRoute) => {
  const { path, method }: Route = publicRoutes[name];
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
};

describe('docs/openapi.json', () => {
  it('is what npm run openapi makes of routes, answers, resources and DTO classes', () => {
    expect(textOf('docs/openapi.json')).toBe(openApiText(openApiDocument()));
  });

  it('pleases the linter, which needs no network', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({
      source: textOf('docs/openapi.json'),
      absoluteRef: '/openapi.json',
      config,
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it.each(names)('has %s, with its scope and its answers', (name) => {
    const { access }: Route = publicRoutes[name];
    const found = documented(name);
    const scopes = found?.security.flatMap(({ token }) => (token ? [token] : []));
    const wanted = access === 'token' ? [[]] : [[access]];
    expect(scopes).toEqual(access === 'anyone' || access === 'linking' ? [] : wanted);
    expect(found?.security.some(({ linking }) => linking !== undefined)).toBe(access === 'linking');
    expect(Object.keys(found?.responses ?? {})).toEqual(
      expect.arrayContaining(publicAnswers[name].map(({ status }) => String(status))),
    );
  });

  it('has the body of every route whose controller takes one, and every form', () => {
    const isForm = ({ kind, ...route }: Route): boolean =>
      kind !== 'document' && 'takes' in route && route.takes.length > 0;
    const taking = names.filter(
      (name) => bodyOf(name) !== undefined || name === 'createToken' || isForm(publicRoutes[name]),
    );
    expect(names.filter((name) => documented(name)?.requestBody !== undefined)).toEqual(taking);
    expect(taking).toEqual(expect.arrayContaining(['createCustomer', 'createTransfer', 'skipWebhooksParkedMessage']));
  });

  it('has a query for every list with pages', () => {
    const paged = names.filter((name) => publicAnswers[name].some((it) => it.answers === 'list' && it.isPaged));
    expect(paged.filter((name) => !('limit' in (queryOf(name)?.schemas ?? {})))).toEqual([]);
  });
});
