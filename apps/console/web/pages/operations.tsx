import type { ReactElement } from 'react';
import { Go } from '../parts/go.js';
import { NotFound, Page } from '../parts/page.js';
import { useSession } from '../shell/session.js';

const pages = [
  ['accounts', 'Accounts'],
  ['applications', 'Applications'],
  ['documents', 'Documents'],
  ['erasures', 'Erasures'],
  ['legal-holds', 'Legal holds'],
] as const;

/** What operators of the installation see and do. */
export function Operations(): ReactElement {
  const { role } = useSession();
  if (role !== 'operator') return <NotFound />;
  return (
    <Page heading="Operations">
      <ul className="links">
        {pages.map(([path, label]) => (
          <li key={path}>
            <Go to={`/operations/${path}`}>{label}</Go>
          </li>
        ))}
      </ul>
    </Page>
  );
}
