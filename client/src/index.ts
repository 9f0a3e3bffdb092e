// Everything that the package exports; docs/client.md shows how it is used.

export type { components, operations, paths } from './api.d.ts'
export { allDone, type BatchOptions, createAll, deleteAll, type Outcome, updateAll } from './batches.ts'
export { type Change, type ChangePage, type FollowedType, type FollowOptions, follow } from './changes.ts'
export { type Api, type Connection, connect, unwrap } from './connect.ts'
export { ClockhouseError, type ErrorDetails } from './errors.ts'
export { batchMax, pageMax } from './facts.ts'
export { pages, paginate } from './pages.ts'
export type { BatchPath, DeletePath, DoneOf, FiltersOf, ItemOf, ListPath, PageOf, RecordOf } from './resource_types.ts'
export { type RetryOptions, retrying } from './retries.ts'
export { type ReceivedWebhook, type VerifyOptions, verifyWebhook, WebhookError, type WebhookEvent } from './webhooks.ts'
