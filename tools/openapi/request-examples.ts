import { routeNames } from '@halyard/public-api';
import { classesOf, exampleOf } from '@halyard/input';
import { bodyOf } from './handlers.ts';
import { schemaNameOf } from './json.ts';
import { oauthRequestExamples } from './oauth-examples.ts';

const classes = routeNames.map(bodyOf).flatMap((body) => (body ? classesOf(body) : []));

/** A body for each DTO class, by the name of its schema. */
export const requestExamples: Readonly<Record<string, object | undefined>> = {
  ...Object.fromEntries(classes.map((dto) => [schemaNameOf(dto), exampleOf(dto)])),
  ...oauthRequestExamples,
};
