import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, type Message } from '../../web/components/bell/groups.ts'

const dayOf = (time: string) => time.slice(0, 10)

function message(id: number, kind: Message['kind'], time: string): Message {
  return { id, kind, time, message: `Message ${id}`, path: '', read: false }
}

test('three messages of a kind and a day about others are one line, and messages to the reader stay separate', () => {
  const lines = linesOf(
    [
      message(9, 'overtime', '2026-11-18T18:00:00+00:00'),
      message(8, 'message', '2026-11-18T17:00:00+00:00'),
      message(7, 'overtime', '2026-11-18T16:00:00+00:00'),
      message(6, 'message', '2026-11-18T15:00:00+00:00'),
      message(5, 'overtime', '2026-11-18T14:00:00+00:00'),
      message(4, 'message', '2026-11-18T13:00:00+00:00'),
      message(3, 'overtime', '2026-11-17T18:00:00+00:00'),
      message(2, 'overtime', '2026-11-17T17:00:00+00:00'),
    ],
    dayOf,
  )
  assert.deepEqual(
    lines.map(({ messages }) => messages.map(({ id }) => id)),
    [[9, 7, 5], [8], [6], [4], [3], [2]],
  )
  assert.equal(lines[0]!.title, 'Overtime reached (3)')
})
