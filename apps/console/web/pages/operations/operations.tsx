import type { ReactElement } from 'react';
import { Go } from '../../parts/go.js';
import { type PageRow, usePageRows } from '../../parts/page-rows.js';
import { Page } from '../../parts/page.js';

export const operationsPage: PageRow = {
  path: '/operations',
  heading: 'Operations',
  help: 'operate/',
  Show: Operations,
};

/** Leads to everything that operators of the installation see and do. */
function Operations(): ReactElement {
  return (
    <Page heading="Operations">
      <ul className="links lines">
        {usePageRows()
          .filter(({ place }) => place === 'operations')
          .map(({ path, heading, purpose }) => (
            <li key={path}>
              <Go to={path}>{heading}</Go> <span className="quiet">{purpose}</span>
            </li>
          ))}
      </ul>
    </Page>
  );
}
