import { describe, expect, it } from '@jest/globals';
import { publicRoutes } from '@halyard/public-api';
import { ServedRoutes } from './served-routes.js';

describe('who may read whether all money adds up', () => {
  it.each([
    ['sandbox', false, 'anyone'],
    ['sandbox', true, 'anyone'],
    ['production', false, 'operator'],
    ['production', true, 'anyone'],
  ])('in %s, opened %s: %s', (environment, publicConservation, access) => {
    const { all } = ServedRoutes.of({ environment, publicConservation, requestLogMode: 'off', console: false });
    const { path } = publicRoutes.getConservation;
    expect(all.filter((route) => route.path === path).map((route) => route.access)).toEqual([access]);
  });
});
