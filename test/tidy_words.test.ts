import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

// The project is written in plain English and in the terms of the field. These words are neither, and stay out.

const root = join(import.meta.dirname, '..')

/** Words, in any case and also as a part of a name, with what to write instead. The first two are in pieces, so that
 *  a search of the whole project finds none. */
const words: Record<string, string> = {
  [`who${'ever'}`]: 'the person who, anyone who, whichever process',
  [`a${'new'}`]: 'again',
  somebody: 'someone, a person',
  nobody: 'no one',
  anybody: 'anyone',
}

/** Names that were coined here and mean nothing else, with what they are called now. */
const names: Record<string, string> = {
  kept_answers: 'idempotency_keys',
  mannerOf: 'timeFormatOf',
  registerShell: 'serveApp',
  layGround: 'a verb for what is prepared',
  answerAside: 'runOnWorker',
  makeRoom: 'resolveOverlap',
  tellOnce: 'claimOnce',
  untold: 'unsent',
  oddities: 'exceptions, warnings, faults',
  oddity: 'exception, warning, fault',
  Oddity: 'Exception, Warning, Fault',
  spoken_times: 'format_times',
  settleLost: 'expireLeases',
  questionOf: 'queryString',
  sayProblem: 'toastError',
}

/** Names that are words of English, too, and are banned where a type, a class or a function is called so. */
const declared: Record<string, string> = {
  Post: 'Mailer',
  Handed: 'SendResult',
  Letter: 'Email',
  Ask: 'authenticate, Caller',
  Callers: 'Caller',
  Manner: 'WriteOptions',
  Once: 'IdempotencyKey',
  Wish: 'WriteOptions',
  Ground: 'Dependencies, Context',
  Aside: 'WorkerQueue',
  bury: 'deleteWithTombstone',
  hurry: 'rescheduleAfterClockChange',
  pinned: 'indexHint',
}

/** Files whose names were coined here, wherever they are. */
const files: Record<string, string> = {
  'post.ts': 'mailer.ts',
  'asking.ts': 'authenticate.ts',
  'actor.ts': 'caller.ts',
  'manner.ts': 'idempotency.ts, time_format.ts',
  'shell.ts': 'spa.ts',
  'present.ts': 'serialize.ts',
  'room.ts': 'overlap.ts',
  'told.ts': 'sent_alerts.ts',
  'spoken_times.ts': 'format_times.ts',
  'settle.ts': 'delivery_state.ts',
  'recover.ts': 'expired_leases.ts',
  'letter.ts': 'mail_template.ts',
  'letter.tsx': 'email.tsx',
}

/** Migrations are never edited, so those that were there before these rules keep their words. */
const exempt =
  /^(src\/db\/migrations\/00(0\d|1[0-4])_|test\/db\/(before_0\.2\.0|earlier_versions)\/|test\/tidy_words\.test\.ts$)/

/** Tracked files and those about to be: what a commit would hold. */
const tracked = execFileSync(
  'git',
  [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    'src',
    'client',
    'web',
    'docs',
    'test',
    'bench',
    ':(glob)*.md',
  ],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  .filter((file) => file !== '' && !exempt.test(file) && existsSync(join(root, file)))
  .sort()

const banned = new RegExp(
  [
    ...Object.keys(words).map(patternOf),
    `\\b(?:${Object.keys(names).join('|')})\\b`,
    `(?<=\\b(?:type|class|interface|function\\*?) )(?:${Object.keys(declared).join('|')})\\b(?=[<( ={])`,
  ].join('|'),
  'g',
)

test('no file uses words and names that were replaced', () => {
  assert.ok(tracked.length > 500, `${tracked.length} files found`)
  const findings = tracked.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    if (text.includes('\0')) return []
    return text
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(banned)].map(([found]) => `${file}:${at + 1}: ${found}: write ${insteadOf(found)}`),
      )
  })
  report(findings)
})

test('no file has a name that was replaced', () => {
  const findings = tracked.flatMap((file) => {
    const better = files[basename(file)]
    return better ? [`${file}: call it ${better}`] : []
  })
  report(findings)
})

test('the pattern finds words in sentences and names, and nothing inside other words', () => {
  const finds = (text: string) => [...text.matchAll(banned)].map(([found]) => found)
  assert.deepEqual(finds(`Who${'ever'} asks a${'new'}; nobody’s, SOMEBODY's`), [
    `Who${'ever'}`,
    `a${'new'}`,
    'nobody',
    'SOMEBODY',
  ])
  assert.deepEqual(finds('forNobody nobody_else anybodyElse layGround()'), ['Nobody', 'nobody', 'anybody', 'layGround'])
  assert.deepEqual(finds('type Ground = {}; class Letter {}; function bury(id)'), ['Ground', 'Letter', 'bury'])
  assert.deepEqual(finds('a newer janewway, playGround, Ground floor, Letter paper, no hurry, any body'), [])
})

/** A word by itself or as a part of a name: nobody, Nobody, forNobody, nobody_else. */
function patternOf(word: string): string {
  const capital = word[0]!.toUpperCase() + word.slice(1)
  return `(?<![A-Za-z])(?:${word}|${capital}|${word.toUpperCase()})(?![a-z])|(?<=[a-z0-9])${capital}(?![a-z])`
}

/** Fails with every finding on a line of its own; a comparison with [] would leave some out. */
function report(findings: readonly string[]): void {
  assert.ok(findings.length === 0, `${findings.length} findings\n${findings.join('\n')}`)
}

function insteadOf(found: string): string {
  return words[found.toLowerCase()] ?? names[found] ?? declared[found]!
}
