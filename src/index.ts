/** What the package exports: the typed client, its errors, and the words of the contract. */

export type { Api, QueryFor } from './client/api.js';
export { DEFAULT_BASE_URL } from './client/base-url.js';
export { CallPromise } from './client/calls/call-promise.js';
export type { RateLimit } from './client/calls/rate-limit.js';
export type { ResponseMeta } from './client/calls/response-meta.js';
export { PostriderClient } from './client/client.js';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './client/errors/api-errors.js';
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
} from './client/errors/errors.js';
export type { EventStreaming, StreamOptions } from './client/event-stream.js';
export type { CallOptions, ClientOptions, KeyedCallOptions } from './client/options.js';
export { Page, PagePromise } from './client/page.js';
export { redact } from './client/redact.js';
export { type ClientEnv, readClientEnv } from './client/settings.js';
export { fetchTransport } from './client/transport/fetch-transport.js';
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './client/transport/transport.js';
export type { UploadOptions, UploadProgress } from './client/upload/upload.js';
export type { UploadSource } from './client/upload/upload-source.js';
export type { Account, AccountHealth, AccountPage } from './contract/accounts/accounts.js';
export { API_ERROR_CODES, type ApiErrorCode, type Issue, type Problem } from './contract/errors.js';
export {
  EVENT_KINDS,
  type EventDataOf,
  type EventType,
  type PostriderEvent,
  type WebhookPayload,
} from './contract/events/events.js';
export type { AccountId, PostId } from './contract/ids.js';
export type { TimeForms } from './contract/instants.js';
export type { Media, StoredMedia } from './contract/media/media.js';
export { OPERATIONS, type OperationId, type ResponseOf } from './contract/operations.js';
export { PLATFORMS, type Platform } from './contract/platforms.js';
export type { CreatePost, Override, PostDraft, ScheduleMode } from './contract/posts/content.js';
export type { Cause, DeliveryErrorCode, Diagnosis } from './contract/posts/delivery-errors.js';
export type { Attempt, CreatedPost, Post, PostPage, PostValidation, Target } from './contract/posts/posts.js';
export type { PostStatus, TargetStatus } from './contract/posts/status.js';
export { SCOPES, type Scope, type ScopePreset } from './contract/scopes.js';
export type { ActivityEntry } from './contract/service/activity.js';
export type { Me } from './contract/service/me.js';
export type { Delivery, Webhook } from './contract/webhooks/webhooks.js';
export { VERSION } from './version.js';
