export type * as Api from './api/types.js';
export {
  type Client,
  type ClientOptions,
  createClient,
  MissingLinkError,
  type RequestOptions,
  requestOf,
} from './client.js';
export type { Answer } from './calls/transport.js';
export { linkTo } from './calls/path.js';
export type { AnswerOf, ItemOf, PathOf, Relations } from './calls/typed.js';
export type { ReceivedResponse, RetryPause, SentRequest } from './calls/options.js';
export type { RefreshTokens } from './tokens/tokens.js';
export { ApiError, ConnectionError, type ErrorCode } from './errors.js';
export {
  type Filled,
  fillIn,
  initialOf,
  type Method,
  type Property,
  type Template,
  TemplateError,
  UnsupportedTemplateError,
  type Values,
  wayOf,
} from './forms/templates.js';
export type { EventsOptions, PositionedEvent } from './events/follow.js';
export type { LoggedRequest, RequestsOptions } from './events/requests.js';
export type { WebhookEvent } from './webhooks/event.js';
export { verifyWebhook, type VerifyOptions, WebhookVerificationError } from './webhooks/verify.js';
export { signWebhook, type SignOptions } from './webhooks/sign.js';
export { centsOf, decimalOf, type Money, sumOf } from './money.js';
export type { Created, Hal, Link, Linked, LinkTo } from './api/hal.js';
