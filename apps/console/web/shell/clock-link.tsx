import type { ReactElement } from 'react';
import { useMovedClock, useTickingNow } from '../api/account-clock.js';
import { Go } from '../parts/go.js';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/text.js';

/** Says in the banner of every page what time it is in the account, where that is not the real time. */
export function ClockLink(): ReactElement | null {
  const clock = useMovedClock();
  const now = useTickingNow();
  if (!clock || !now) return null;
  return (
    <Go to="/sandbox-clock" className="clock-link">
      <Icon name="clock" />
      <span>
        <span className="word">Clock: </span>
        <Time at={now.toISOString()} />
      </span>
      <span className="quiet">{clock.status === 'advancing' ? `${clock.mode}, advancing` : clock.mode}</span>
    </Go>
  );
}
