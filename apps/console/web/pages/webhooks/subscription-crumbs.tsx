import type { Link } from '@halyard/client';
import type { ReactElement } from 'react';
import { Crumbs } from '../../parts/page.js';

interface OfSubscription {
  readonly _links: { readonly subscription?: Link };
}

/** The way back to the subscription to which a resource belongs. */
export const subscriptionCrumbs = ({ _links: { subscription } }: OfSubscription): ReactElement | null =>
  subscription ? <Crumbs to={subscription}>Subscription</Crumbs> : null;
