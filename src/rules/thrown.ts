// Reads what was thrown, which TypeScript knows nothing about.

/** What was thrown, which can be anything, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The message of what was thrown. */
export function messageOf(thrown: unknown): string {
  return asError(thrown).message
}

/** Why something failed: the message of the cause, as `fetch` itself only says that it did. */
export function reasonOf(thrown: unknown): string {
  return messageOf(thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown)
}

/** The code that Node.js or a database gave an error, such as ECONNREFUSED; '' if there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** The result code of an error of SQLite; undefined for other errors. */
export function sqliteCodeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code : undefined
}

/** Whether a write broke a constraint of the database: SQLSTATE class 23 of PostgreSQL, SQLITE_CONSTRAINT of SQLite. */
export function breaksConstraint(error: unknown): boolean {
  return /^23...$/.test(codeOf(error)) || ((sqliteCodeOf(error) ?? 0) & 0xff) === 19
}

/** SQLite's codes of a file that is damaged, or is no database, and PostgreSQL's of damaged data and indexes. */
const damaged = { sqlite: [11, 26], postgres: ['XX001', 'XX002'] }

/** Whether SQLite's result code says that the file is damaged, or is no database. */
export function isDamageCode(errcode: number | undefined): boolean {
  return errcode !== undefined && damaged.sqlite.includes(errcode & 0xff)
}

/** The error, or the one among its causes, by which a database says that it is damaged; undefined if there is none. */
export function damageIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  if (isDamageCode(sqliteCodeOf(error)) || damaged.postgres.includes(codeOf(error))) return error
  return damageIn(error.cause)
}

/** The HTTP status that an error carries; undefined if it has none. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const status = 'status' in error ? error.status : 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : undefined
}

/** Whether the process, or the machine, has as many files open as it may. The error of a thread has it in its message. */
export function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && (/^E[MN]FILE$/.test(codeOf(error)) || /\bE[MN]FILE\b/.test(error.message))
}

/** Whether a thread has ended because it needed more memory than it may have. */
export function isOutOfMemory(error: unknown): boolean {
  return codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
}
