/**
 * `postrider/client`: the typed client on `fetch`, its errors, and the lists of the contract. It needs no Node, and
 * loads neither the schemas of the contract nor a package.
 */

export type { Account, AccountHealth, AccountPage } from '../contract/accounts/accounts.js';
export { API_ERROR_CODES, type ApiErrorCode } from '../contract/api-errors.js';
export type { Issue, Problem } from '../contract/errors.js';
export type { EventDataOf, EventType, PostriderEvent, WebhookPayload } from '../contract/events/events.js';
export type { AccountId, PostId } from '../contract/ids.js';
export type { TimeForms } from '../contract/instants.js';
export type { Media, StoredMedia } from '../contract/media/media.js';
export type { OperationId, ResponseOf } from '../contract/operations.js';
export { PLATFORMS, type Platform } from '../contract/platforms.js';
export type { CreatePost, Override, PostDraft, ScheduleMode } from '../contract/posts/content.js';
export type { Cause, DeliveryErrorCode, Diagnosis } from '../contract/posts/delivery-errors.js';
export type {
  Attempt,
  CreatedPost,
  Post,
  PostPage,
  PostValidation,
  Target,
} from '../contract/posts/posts.js';
export type { PostStatus, TargetStatus } from '../contract/posts/status.js';
export { SCOPES, type Scope, type ScopePreset } from '../contract/scopes.js';
export type { ActivityEntry } from '../contract/service/activity.js';
export type { Me } from '../contract/service/me.js';
export type { Delivery, Webhook } from '../contract/webhooks/webhooks.js';
export { VERSION } from '../version.js';
export type { Api, QueryFor } from './api.js';
export { DEFAULT_BASE_URL } from './base-url.js';
export { CallPromise } from './calls/call-promise.js';
export type { RateLimit } from './calls/rate-limit.js';
export type { ResponseMeta } from './calls/response-meta.js';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './errors/api-errors.js';
export {
  AbortedError,
  ConfigurationError,
  type ConfigurationFault,
  ConnectionError,
  type ErrorContext,
  OutcomeUnknownError,
  PostriderError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors/errors.js';
export type { EventStreaming, StreamOptions } from './event-stream.js';
export { PostriderClient } from './fetch-client.js';
export type { CallOptions, ClientOptions, KeyedCallOptions, TraceHeaders } from './options.js';
export { Page, PagePromise } from './page.js';
export { redact } from './redact.js';
export { type ClientEnv, readClientEnv } from './settings.js';
export { fetchTransport } from './transport/fetch-transport.js';
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.js';
export type { UploadOptions, UploadProgress } from './upload/upload.js';
export type { UploadSource } from './upload/upload-source.js';
