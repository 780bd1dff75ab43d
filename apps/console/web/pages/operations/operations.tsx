import { Go } from '../../parts/go.js';
import { Page } from '../../parts/page.js';
import { forOperators } from './for-operators.js';

const pages = [
  ['accounts', 'Accounts', 'open, suspend, settings'],
  ['people', 'People', 'suspend, reset second factor'],
  ['applications', 'Applications', 'review, suspend'],
  ['documents', 'Documents', 'review'],
  ['parked-messages', 'Parked messages', 'replay, skip'],
  ['read-models', 'Read models', 'lag, rebuild'],
  ['ledger', 'Ledger', 'trial balance by account'],
  ['legal-holds', 'Legal holds', 'set, lift'],
  ['erasures', 'Erasures', 'erase a person'],
] as const;

/** What operators of the installation see and do. */
export const Operations = forOperators(() => (
  <Page heading="Operations">
    <ul className="links">
      {pages.map(([path, label, what]) => (
        <li key={path}>
          <Go to={`/operations/${path}`}>{label}</Go> <span className="quiet">{what}</span>
        </li>
      ))}
    </ul>
  </Page>
));
