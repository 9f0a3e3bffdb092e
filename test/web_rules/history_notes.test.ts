import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translator } from '../../src/rules/language/messages.ts'
import { historyNotes, noteText, originText } from '../../src/rules/time/history_notes.ts'

const inWords = Object.assign((message: string, values = {}) => `<${message} ${Object.values(values).join()}>`, {
  locale: 'en',
})

test('notes of the server are shown in the reader’s language, and those of programs as they are', () => {
  for (const note of Object.keys(historyNotes) as (keyof typeof historyNotes)[])
    assert.equal(originText(noteText(note), inWords), `<${historyNotes[note]} >`)
  for (const [origin, english] of [
    ['Gate 4; sent later, from a device that was offline', undefined],
    ['split from 17 by a break', 'split from another entry by a break'],
    ['correction proposed by Wanda Webb', undefined],
    ['about breaks: meal taken, second meal waived', undefined],
    ['about breaks: odd', undefined],
    ['{braces}; of a program', undefined],
  ] as const)
    assert.equal(originText(origin, translator('en')), english ?? origin)
  assert.equal(originText('Gate 4; automatic lunch', inWords), 'Gate 4; <automatic lunch >')
})
