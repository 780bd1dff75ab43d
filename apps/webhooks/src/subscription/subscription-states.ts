import type { Subscription } from './subscription.entity.js';

export const subscriptionCommands = ['edit', 'pause', 'resume', 'replay', 'remove'] as const;
export type SubscriptionCommand = (typeof subscriptionCommands)[number];

/** The next state, by state and command. A command that is not listed for a state changes nothing. */
export const subscriptionStates = {
  active: { edit: 'active', pause: 'paused', replay: 'active', remove: 'removed' },
  paused: { edit: 'paused', resume: 'active', replay: 'paused', remove: 'removed' },
} as const satisfies Readonly<
  Record<'active' | 'paused', Readonly<Partial<Record<SubscriptionCommand, 'active' | 'paused' | 'removed'>>>>
>;
export type SubscriptionState = keyof typeof subscriptionStates;

export const stateOf = ({ paused }: Pick<Subscription, 'paused'>): SubscriptionState => (paused ? 'paused' : 'active');

/**
 * The states of a secret's rotation. A new secret begins a rotation, or replaces the next secret of the running one.
 */
export const rotationStates = {
  none: { begin: 'started' },
  started: { begin: 'started', completed: 'none', cancelled: 'none' },
} as const satisfies Readonly<
  Record<'none' | 'started', Readonly<Partial<Record<'begin' | 'completed' | 'cancelled', 'none' | 'started'>>>>
>;

export const rotationOf = ({
  sealedNextSecret,
}: Pick<Subscription, 'sealedNextSecret'>): keyof typeof rotationStates =>
  sealedNextSecret === null ? 'none' : 'started';
