import { publicRoutes, routeNames } from '@halyard/public-api';
import type { FieldRule, FieldRules, RequestRules } from '@halyard/contracts/redaction';
import { ruleOfBody } from '@halyard/input';
import { bodyOf, queryOf } from '../openapi/handlers.ts';
import { uploadOf } from '../openapi/uploads.ts';

/**
 * How the log of requests shows the input of each route, from DTO classes and declared queries (ADR 94).
 *
 * @throws Error for a field or parameter whose content is not declared
 */
export function requestRules(): RequestRules {
  const bodies: Record<string, FieldRule> = {};
  const queries: Record<string, FieldRules> = {};
  // The log does not record requests to the log.
  for (const name of routeNames.filter((each) => !publicRoutes[each].path.startsWith('/requests'))) {
    const [body, query] = [bodyOf(name), queryOf(name)];
    const rule = body ? ruleOfBody(body) : uploadOf(name)?.rule;
    if (rule) bodies[name] = rule;
    if (query) queries[name] = query.rules;
  }
  return { bodies, queries };
}
