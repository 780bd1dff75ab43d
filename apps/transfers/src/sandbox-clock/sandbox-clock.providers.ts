import { RunningAdvances } from '../quiet/running-advances.js';
import { AdvanceClockController } from './advance-clock/advance-clock.controller.js';
import { AdvanceClockHandler } from './advance-clock/advance-clock.handler.js';
import { AdvanceWait } from './advance-clock/advance-wait.js';
import { AdvanceEnds } from './advance-ends.js';
import { AdvancesController } from './advances/advances.controller.js';
import { ChangeClockHandler } from './change-clock/change-clock.handler.js';
import { ChangeClockController } from './change-clock/change-clock.controller.js';
import { ClockDetailsController } from './clock-details/clock-details.controller.js';
import { StopAdvanceController } from './stop-advance/stop-advance.controller.js';
import { StopAdvanceHandler } from './stop-advance/stop-advance.handler.js';
import { ClockViews } from './clock-views.js';
import { DueServices } from './due-services.js';
import { Notifications } from './notifications.js';
import { OwnDueRuns } from './own-due-runs.js';
import { AdvancePatience } from './run-advances/advance-run.js';
import { AdvanceRunner } from './run-advances/advance-runner.js';
import { StoredRunningAdvances } from './running-advance.js';
import { StepFeedController } from './step-feed/step-feed.controller.js';
import { Steps } from './steps.js';
import { UsedAccounts } from './used-accounts.query.js';

export const sandboxClockControllers = [
  AdvanceClockController,
  AdvancesController,
  ChangeClockController,
  ClockDetailsController,
  StepFeedController,
  StopAdvanceController,
];

export const sandboxClockProviders = [
  { provide: RunningAdvances, useClass: StoredRunningAdvances },
  AdvanceClockHandler,
  AdvanceEnds,
  AdvancePatience,
  AdvanceRunner,
  AdvanceWait,
  ChangeClockHandler,
  ClockViews,
  DueServices,
  Notifications,
  OwnDueRuns,
  Steps,
  StopAdvanceHandler,
  UsedAccounts,
];
