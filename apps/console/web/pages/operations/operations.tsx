import { Go } from '../../parts/go.js';
import { Page } from '../../parts/page.js';
import { pagesOfOperators } from '../../shell/places.js';
import { forOperators } from './for-operators.js';

/** Leads to everything that operators of the installation see and do. */
export const Operations = forOperators(() => (
  <Page heading="Operations">
    <ul className="links lines">
      {pagesOfOperators.map(([path, label, what]) => (
        <li key={path}>
          <Go to={path}>{label}</Go> <span className="quiet">{what}</span>
        </li>
      ))}
    </ul>
  </Page>
));
