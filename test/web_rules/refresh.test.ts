import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { queries, refresh } from '../../web/api/queries.ts'

test('a refresh shows its answers before it is done', async (t) => {
  let saved = 'before'
  const observer = new QueryObserver(queries, { queryKey: ['setup', 'choice'], queryFn: async () => saved })
  let seen: unknown
  const stop = observer.subscribe(({ data }) => (seen = data))
  t.after(() => {
    stop()
    queries.clear()
  })
  await refresh()
  assert.equal(seen, 'before')
  saved = 'after'
  await refresh()
  assert.equal(seen, 'after')
})
