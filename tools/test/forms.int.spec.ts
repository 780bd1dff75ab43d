import { describe, expect, it } from '@jest/globals';
import type { ResourceRow } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { offeredWrites, type PublicRouteRow, publicRoutes, resources } from '@halyard/public-api';
import { derivedFiles } from '../derived-files.ts';
import { formsDocument } from '../forms/document.ts';
import { textOf } from './support/yaml.ts';

it('the gateway reads the forms that follow from the rules', () => {
  expect(JSON.parse(textOf(derivedFiles.gateway[0]))).toEqual(JSON.parse(JSON.stringify(formsDocument())));
});

/** Writes that no resource offers: by whom they are made instead. */
const notOffered: Readonly<Record<string, readonly string[]>> = {
  'clients of OAuth, which know where by its standards': [
    ...Object.keys(oauthRoutes),
    ...Object.keys(authorizationRoutes),
  ],
  'reading by POST, beside the same by GET': ['queryBusinessClassifications', 'queryBusinessClassification'],
  'clients that know what they want: nothing leads to it': [
    'createOnDemandAuthorization',
    'createPartnerToken',
    'createIavToken',
    'createFundingSourcesToken',
    'createProviderToken',
  ],
};

const writes = Object.entries<PublicRouteRow>(publicRoutes).filter(
  ([, { method, access }]) => method !== 'GET' && access !== 'linking',
);

describe('offers', () => {
  it.each(writes)('%s is offered by a resource or list', (name, { servedAs = name }) => {
    const names = [...offeredWrites.values()].map((write) => write.name as string);
    expect([...names, ...Object.values(notOffered).flat()]).toContain(servedAs);
  });

  it('are by the links of the resource that lead to a write, and by no others', () => {
    const writes = Object.entries<ResourceRow>(resources).flatMap(([kind, { links }]) =>
      Object.keys(links).flatMap((relation) => (links[relation] === 'write' ? [`${kind} ${relation}`] : [])),
    );
    const offered = [...offeredWrites.keys()].filter((offer) => offer.includes(' '));
    expect(writes.sort()).toEqual(offered.sort());
  });
});
