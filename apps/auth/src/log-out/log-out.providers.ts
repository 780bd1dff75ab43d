import { EndSessionController } from './end-session.controller.js';
import { LogOutController } from './log-out.controller.js';
import { LogOuts } from './log-outs.js';
import { LogoutRequests } from './logout-requests.js';

export const logOutControllers = [EndSessionController, LogOutController];

export const logOutProviders = [LogOuts, LogoutRequests];
