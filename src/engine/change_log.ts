// The change log, which `flush` of a unit of work writes along with the records, no matter what changed them.

/** What happened to a record; `restarted`: records changed that the log does not list. */
export type ChangeKind = 'created' | 'updated' | 'archived' | 'deleted' | 'restarted'
