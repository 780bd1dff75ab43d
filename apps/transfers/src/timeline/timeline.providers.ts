import { TimelineController } from './timeline.controller.js';
import { GetTimelineHandler } from './timeline.query.js';
import { WebhooksPart } from './webhooks-part.js';

export const timelineControllers = [TimelineController];

export const timelineProviders = [GetTimelineHandler, WebhooksPart];
