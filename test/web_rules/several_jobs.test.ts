import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJobs, treeRead } from '../../web/pages/jobs/several.ts'
import { problemText } from '../../web/pages/jobs/several_words.ts'
import { namesIn } from '../../web/pages/jobs/tree.ts'

const job = (id: number, name: string, parent_id = 0) => ({ id, name, parent_id }) as never

test('a list of jobs is read with the parents that sub-jobs need, each once and before them', () => {
  const { jobs, refused } = readJobs(
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
  assert.deepEqual(refused, [])
})

/** What a list is read as beside a job “Office”: the paths of new jobs, and what is wrong with lines. */
function readAs(text: string): string[] {
  const list = readJobs(text, [job(7, 'Office')])
  return [...list.jobs.map(({ path }) => path.join(' | ')), ...(problemText(list)?.split('\n') ?? [])]
}

test('indented lines are sub-jobs of the line above them, and arrows name them too, but a slash is part of a name', () => {
  const read: [string, string[]][] = [
    [
      'Aspen\n  Lot 14\n    Garage\n  Lot 15\nQuarry',
      ['Aspen', 'Aspen | Lot 14', 'Aspen | Lot 14 | Garage', 'Aspen | Lot 15', 'Quarry'],
    ],
    [
      'Aspen\n\tLot 14\n\t\tGarage\n\n\tLot 15',
      ['Aspen', 'Aspen | Lot 14', 'Aspen | Lot 14 | Garage', 'Aspen | Lot 15'],
    ],
    ['  Aspen\n    Lot 14\n  Quarry', ['Aspen', 'Aspen | Lot 14', 'Quarry']],
    ['Aspen\n Quarry', ['Aspen', 'Quarry']],
    ['Office\n  Cleaning\n  Paper > Waste', ['Office | Cleaning', 'Office | Paper', 'Office | Paper | Waste']],
    ['Aspen\n  Roof\nQuarry\n  Roof', ['Aspen', 'Aspen | Roof', 'Quarry', 'Quarry | Roof']],
    ['- Aspen\n  - Lot 14\n- Quarry', ['Aspen', 'Aspen | Lot 14', 'Quarry']],
    ['Aspen\n  • Lot 14', ['Aspen', 'Aspen | Lot 14']],
    ['Harbor Church -> Tear-off', ['Harbor Church', 'Harbor Church | Tear-off']],
    ['Harbor Church → Tear-off', ['Harbor Church', 'Harbor Church | Tear-off']],
    ['Harbor Church => Tear-off', ['Harbor Church', 'Harbor Church | Tear-off']],
    ['Harbor Church->Tear-off', ['Harbor Church', 'Harbor Church | Tear-off']],
    ['Heating / Cooling', ['Heating / Cooling']],
    ['1. Demolition, north', ['1. Demolition, north']],
    ['Lot > 14\nLot', ['Lot', 'Lot | 14']],
  ]
  for (const [text, paths] of read) assert.deepEqual(readAs(text), paths, text)
})

test('what is read is shown as a tree, with the jobs that exist above new ones', () => {
  const { jobs } = readJobs('Aspen > Lot 14\nQuarry\nOffice > Cleaning\nAspen > Lot 15', [job(7, 'Office')])
  assert.deepEqual(
    treeRead(jobs).map(({ path, isNew }) => [path.join(' | '), isNew]),
    [
      ['Aspen', true],
      ['Aspen | Lot 14', true],
      ['Aspen | Lot 15', true],
      ['Quarry', true],
      ['Office', false],
      ['Office | Cleaning', true],
    ],
  )
})

test('lines of jobs that are not read are told by their number and what is wrong', () => {
  const unclear = 'It is not clear what this line is under. Indent each level by two more spaces.'
  const long = 'x'.repeat(65)
  const refused: [string, string][] = [
    ['OFFICE', 'Line 1, “OFFICE”: Here already. Take this line off.'],
    ['Roof\n\nroof', 'Line 3, “roof”: This is the same job as on line 1.'],
    [long, `Line 1, “${long}”: Shorten the name to 64 characters.`],
    ['Lot\n> 14', 'Line 2, “> 14”: A name is missing beside “>”.'],
    ['Lot ->', 'Line 1, “Lot ->”: A name is missing beside “->”.'],
    ['Aspen\n    Lot 14\n  Lot 15', `Line 3, “Lot 15”: ${unclear}`],
    ['Aspen\n  Lot 14\n   Lot 15', `Line 3, “Lot 15”: ${unclear}`],
    ['Aspen\n  Lot 14\n\tLot 15', `Line 2, “Lot 14”: ${unclear}`],
    ['  Lot 14\nAspen', `Line 1, “Lot 14”: ${unclear}`],
    ['Aspen\n- Lot 14', 'Line 2, “Lot 14”: Take the mark at its start off, or indent it under its parent.'],
    ['Aspen\tLot', 'Line 1, “Aspen\tLot”: There is a tab in the name. Write a sub-job as: Aspen Ridge Homes > Lot 14'],
  ]
  for (const [text, problem] of refused)
    assert.ok(readAs(text).includes(problem), `${text}: ${readAs(text).join('\n')}`)
  assert.equal(readAs('Office\n'.repeat(7)).at(-1), '2 more lines are not read.')
  const many = readJobs(Array.from({ length: 101 }, (_, at) => `Job ${at}`).join('\n'), [])
  assert.ok(many.isTooMany)
  assert.match(problemText(many)!, /^101 jobs are too many at once/)
})

test('an import reads arrows in the names of jobs, too', () => {
  assert.deepEqual(namesIn('Harbor Church -> Tear-off → Day 1'), ['Harbor Church', 'Tear-off', 'Day 1'])
})
