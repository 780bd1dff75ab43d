import {
  documentTypes,
  type FieldRule,
  type FieldRules,
  publicRoutes,
  type RequestRules,
  routeNames,
} from '@halyard/contracts';
import { ruleOfBody } from '@halyard/input';
import { bodyOf, queryOf } from '../openapi/handlers.ts';

/** The form with a document, which its owner reads itself. */
const documentRule: FieldRule = { fields: { documentType: { forms: [{ words: documentTypes }] }, file: 'file' } };

/**
 * How the log of requests shows what each route takes, from DTO classes and declared queries (ADR 94).
 *
 * @throws Error for a field or parameter of which is not said what it contains
 */
export function requestRules(): RequestRules {
  const bodies: Record<string, FieldRule> = {};
  const queries: Record<string, FieldRules> = {};
  // What is asked of the log itself is not in it.
  for (const name of routeNames.filter((each) => !publicRoutes[each].path.startsWith('/requests'))) {
    const [body, query] = [bodyOf(name), queryOf(name)];
    if (body) bodies[name] = ruleOfBody(body);
    if (publicRoutes[name].kind === 'stream' && publicRoutes[name].method === 'POST') bodies[name] = documentRule;
    if (query) queries[name] = query.rules;
  }
  return { bodies, queries };
}
