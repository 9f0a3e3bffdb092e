import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadRefusals } from '../../web/components/page/refusals.ts'
import { amountsOfSheet, refusedRow } from '../../web/pages/reports/amounts_file.ts'

const people = [
  { id: 11, username: 'rosa', payroll_id: 'NB-201', first_name: 'Rosa', last_name: 'Diaz' },
  { id: 12, username: 'jonas', payroll_id: '', first_name: 'Jonas', last_name: 'Lind' },
  { id: 13, username: 'jonas2', payroll_id: '', first_name: 'Jonas', last_name: 'Lind' },
]

const sheet = (headers: string[], rows: string[][]) => ({
  ...{ headers, separator: ',' },
  lines: rows.map((cells, index) => ({ number: index + 2, cells })),
})
const read = (headers: string[], ...rows: string[][]) => amountsOfSheet(sheet(headers, rows), people, {})

test('amounts are read from a file, by any name of a person', () => {
  const { amounts, bad } = read(
    ['Person', 'Kind', 'Paid on', 'Amount', 'Note'],
    ['rosa', 'Bonus', '2026-02-18', '250.00', 'Safety'],
    ['NB-201', 'tips', '2026-02-18', '31', ''],
    ['Rosa Diaz', 'Reimbursement', '18.02.2026', '1.234,50', ''],
    ['12', 'bonus', '2/19/2026', '-20', ''],
  )
  assert.deepEqual(bad, [])
  assert.deepEqual(amounts, [
    { user_id: 11, kind: 'bonus', date: '2026-02-18', amount: 250, note: 'Safety' },
    { user_id: 11, kind: 'tips', date: '2026-02-18', amount: 31 },
    { user_id: 11, kind: 'reimbursement', date: '2026-02-18', amount: 1234.5 },
    { user_id: 12, kind: 'bonus', date: '2026-02-19', amount: -20 },
  ])
})

test('piece work is read with its quantity, rate and rest', () => {
  const { amounts } = read(
    ['person', 'kind', 'date', 'from', 'to', 'quantity', 'unit_rate', 'rest_minutes'],
    ['jonas', 'Piece work', '2026-02-18', '', '', '12', '18.5', '20'],
  )
  assert.deepEqual(amounts, [
    { user_id: 12, kind: 'piece', date: '2026-02-18', quantity: 12, unit_rate: 18.5, rest_minutes: 20 },
  ])
})

test('rows that cannot be read are named, each with what is wrong', () => {
  const { amounts, bad } = read(
    ['Person', 'Kind', 'Paid on', 'Amount'],
    ['Jonas Lind', 'Bonus', '2026-02-18', '1'],
    ['rosa', 'Gift', '2026-02-18', '1'],
    ['', 'Bonus', 'soon', 'much'],
  )
  assert.deepEqual(amounts, [])
  assert.deepEqual(
    bad.map(({ line, text }) => [line, text]),
    [
      [2, 'Person: “Jonas Lind” can’t be read'],
      [3, 'Kind: “Gift” can’t be read'],
      [4, 'Paid on: “soon” can’t be read; Amount: “much” can’t be read; Person is missing'],
    ],
  )
})

test('what the server refuses is said of the row of the file', async () => {
  await loadRefusals()
  const { amounts, lines } = read(
    ['Person', 'Kind', 'Paid on', 'Amount'],
    ['rosa', 'Bonus', '2026-02-18', '1'],
    ['rosa', 'Bonus', '2026-02-19', '-1'],
  )
  assert.deepEqual([amounts.length, lines], [2, [2, 3]])
  const refused = (field: string, of = lines) =>
    refusedRow({ message: 'must not be 0', reason: { code: 'amount_is_zero', field } }, of)
  assert.deepEqual(refused('amounts.1.amount'), { line: 3, text: 'Enter an amount other than 0.' })
  assert.deepEqual(refused('amount', [7]), { line: 7, text: 'Enter an amount other than 0.' })
  assert.equal(refused('amounts'), undefined)
  assert.equal(refusedRow({ message: 'No network' }, lines), undefined)
})

test('amounts and dates that can be read in two ways are asked about, and read by the answer', () => {
  const given = sheet(['Person', 'Kind', 'Paid on', 'Amount'], [['rosa', 'Bonus', '02/03/2026', '-1.250']])
  const { questions, amounts } = amountsOfSheet(given, people, {})
  assert.deepEqual(
    questions.map(({ key, choices }) => [key, ...choices.map(({ words }) => words)]),
    [
      ['amount', '-1.25', '-1,250.00'],
      ['date', 'February 3, 2026', 'March 2, 2026'],
    ],
  )
  assert.deepEqual(amounts, [])
  const answered = amountsOfSheet(given, people, { amount: 'comma', date: 'day' })
  assert.deepEqual(answered.amounts, [{ user_id: 11, kind: 'bonus', date: '2026-03-02', amount: -1250 }])
})

test('broken rows and damaged cells are named, and no amount is taken from them', () => {
  const broken = { number: 4, cells: ['"rosa,Bonus'], problem: 'quote_open' as const }
  const { headers, lines, separator } = sheet(
    ['Person', 'Kind', 'Paid on', 'Amount', 'Note'],
    [
      ['rosa', 'Bonus', '2026-02-18', '1.5E+03', ''],
      ['rosa', 'Bonus', '2026-02-18', '2-3', 'two\nlines'],
    ],
  )
  const { amounts, bad } = amountsOfSheet({ headers, separator, lines: [...lines, broken] }, people, {})
  assert.deepEqual(amounts, [])
  assert.deepEqual(
    bad.map(({ line, text }) => [line, text]),
    [
      [2, '“1.5E+03” was shortened by a spreadsheet. Enter all of its digits.'],
      [3, 'Amount: “2-3” can’t be read'],
      [4, 'A quotation mark is opened in this row but never closed.'],
    ],
  )
})
