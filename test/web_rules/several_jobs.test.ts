import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJobs } from '../../web/pages/jobs/several.ts'

const job = (id: number, name: string, parent_id = 0) => ({ id, name, parent_id }) as never

test('a list of jobs is read with the parents that sub-jobs need, each once and before them', () => {
  const { jobs, known, tooLong } = readJobs(
    ['Harmon residence', '', ' Aspen Ridge >Lot 14', 'Aspen Ridge › Lot 15', 'Office > Cleaning > Windows'].join('\n'),
    [job(7, 'office')],
  )
  assert.deepEqual(jobs, [
    { path: ['Harmon residence'], parent: undefined },
    { path: ['Aspen Ridge'], parent: undefined },
    { path: ['Aspen Ridge', 'Lot 14'], parent: { at: 1 } },
    { path: ['Aspen Ridge', 'Lot 15'], parent: { at: 1 } },
    { path: ['Office', 'Cleaning'], parent: { id: 7 } },
    { path: ['Office', 'Cleaning', 'Windows'], parent: { at: 4 } },
  ])
  assert.deepEqual([known, tooLong], [[], []])
})

test('a job named twice is one, and jobs that exist and names that are too long are said by their lines', () => {
  const long = 'x'.repeat(65)
  const { jobs, known, tooLong, isTooMany } = readJobs(['HARMON', 'Lot > 14', 'Lot', 'Roof', 'roof', long].join('\n'), [
    job(1, 'Harmon'),
  ])
  assert.deepEqual(known, ['HARMON'])
  assert.deepEqual(tooLong, [long])
  assert.deepEqual(
    jobs.map(({ path }) => path.join('/')),
    ['Lot', 'Lot/14', 'Roof'],
  )
  assert.equal(isTooMany, false)
  assert.ok(readJobs(Array.from({ length: 101 }, (_, at) => `Job ${at}`).join('\n'), []).isTooMany)
})
