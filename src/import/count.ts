import { type Account, AnswerError, endsRun, isSamePage, pageSize, pagesMax, partsOf, readPage } from './account.ts'
import { type Known, type List, queryFor } from './lists.ts'

/** The size of a list in records and pages, or why it cannot be read. */
export type Counted = { list: string; records: number; pages: number; refused?: string }

/** Counts the records of a list with few calls, by searching for its last page. */
export async function countList(
  account: Account,
  list: List,
  range: { since: string; from: string },
  known: Known,
): Promise<Counted> {
  const counted: Counted = { list: list.name, records: 0, pages: 0 }
  try {
    for (const part of await partsOf(list, known)) {
      const { page, records } = await lastPage(account, list, queryFor(list, part, range))
      counted.records += (page - 1) * pageSize + records
      counted.pages += page
    }
  } catch (error) {
    if (!(error instanceof AnswerError) || endsRun(error)) throw error
    return { ...counted, refused: error.message }
  }
  return counted
}

type Last = { page: number; records: number }

async function lastPage(account: Account, list: List, query: Record<string, string>): Promise<Last> {
  const look = async (page: number) => {
    const { records, last } = await readPage(account, list, query, page)
    return { page, records: records.length, last, ids: records.map(({ id }) => id) }
  }
  const first = await look(1)
  if (first.last) return first
  let full = first
  let page = 2
  let empty = pagesMax + 1
  while (page < empty) {
    const found = await look(page)
    // A source that ignores the page number has a single page.
    if (isSamePage(found.ids, full.ids)) return full
    if (found.records > 0 && found.last) return found
    if (found.records === 0) empty = page
    else full = found
    page = empty <= pagesMax ? Math.floor((full.page + empty) / 2) : Math.min(full.page * 2, pagesMax)
    if (page === full.page) return full
  }
  return full
}
