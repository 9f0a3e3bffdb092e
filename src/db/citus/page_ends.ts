import { createHash } from 'node:crypto'
import { type Handle, type PageEnds, type PageKey, sql } from '../../engine/sql.ts'

/** How many page ends are remembered, for all companies together. */
const endsMax = 20_000

/** How long a client may take for the next page, in microseconds. */
const keptFor = 3_600_000_000

/** Remembers where pages ended in this process, for a database that has no other server. */
export class OwnPageEnds implements PageEnds {
  readonly #cursors = new Map<string, string>()

  async find({ page }: PageKey): Promise<string | undefined> {
    return this.#cursors.get(page)
  }

  async keep({ page }: PageKey, cursor: string): Promise<void> {
    // The oldest ones are removed first.
    this.#cursors.delete(page)
    this.#cursors.set(page, cursor)
    for (const oldest of this.#cursors.keys()) {
      if (this.#cursors.size <= endsMax) break
      this.#cursors.delete(oldest)
    }
  }
}

/** Remembers page ends in the database, for all of its servers. */
export class StoredPageEnds implements PageEnds {
  readonly #handle: Handle

  constructor(handle: Handle) {
    this.#handle = handle
  }

  async find({ companyId, page, now }: PageKey): Promise<string | undefined> {
    const found = this.#handle.get<{ cursor: string }>(sql`select cursor from page_ends
      where company_id = ${companyId} and hash = ${hashOf(page)} and expires > ${now}`)
    // Without it, the page continues by its number.
    return (await found.catch(() => undefined))?.cursor
  }

  async keep({ companyId, page, now }: PageKey, cursor: string): Promise<void> {
    // A database that is read-only at the moment can still serve pages; they then continue by number.
    await this.#handle
      .run(sql`insert into page_ends (company_id, hash, cursor, expires)
        values (${companyId}, ${hashOf(page)}, ${cursor}, ${now + keptFor})
        on conflict (company_id, hash) do update set cursor = excluded.cursor, expires = excluded.expires`)
      .catch(() => {})
  }
}

function hashOf(page: string): string {
  return createHash('sha256').update(page).digest('base64url')
}
