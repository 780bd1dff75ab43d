import { lazy, type ReactElement, Suspense } from 'react';
import type { PageRow } from '../../parts/page-rows.js';
import { Waiting } from '../../parts/page.js';

const HEADING = 'Parts';
const AllParts = lazy(() => import('./all-parts.js').then((module) => ({ default: module.AllParts })));

export const partsPage: PageRow = { path: '/parts', heading: HEADING, isOfSandbox: true, Show: Parts };

/** Shows every part of the console's pages once, for those who work on them. */
function Parts(): ReactElement {
  return (
    <Suspense fallback={<Waiting heading={HEADING} />}>
      <AllParts />
    </Suspense>
  );
}
