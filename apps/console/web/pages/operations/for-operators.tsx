import type { ReactElement } from 'react';
import { NotFound } from '../../parts/page.js';
import { useSession } from '../../session/session.js';

/** Everybody else sees that there is no such page. */
export function forOperators(Content: () => ReactElement): () => ReactElement {
  return function ForOperators() {
    const { role } = useSession();
    return role === 'operator' ? <Content /> : <NotFound />;
  };
}
