import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { backupInstant, backupName, expiredBackups, isBackupDue } from '../../src/rules/backup_names.ts'
import { day, hour, minute } from '../../src/rules/time/calendar.ts'

const now = Date.UTC(2026, 2, 2, 15) * 1000
const of = (ago: number, version = '0.2.0') => backupName(version, now - ago)

test('the name of a backup contains its version and time', () => {
  assert.equal(of(0), 'clockhouse-0.2.0-2026-03-02T15-00-00Z.db')
  assert.equal(of(0, '1.0.0-beta.2'), 'clockhouse-1.0.0-beta.2-2026-03-02T15-00-00Z.db')
  for (const version of ['0.2.0', '1.0.0-beta.2']) assert.equal(backupInstant(of(hour, version)), now - hour)
  for (const other of ['clockhouse.db', `${of(0)}.part`, `a${of(0)}`, 'clockhouse-before-upgrade-0023-1772463600.db'])
    assert.equal(backupInstant(other), undefined, other)
})

describe('a daily backup', () => {
  const cases: [string, string[], boolean][] = [
    ['is due where there is none', [], true],
    ['is due where there are only other files', ['notes.txt', `${of(hour)}.part`], true],
    ['is due after 24 hours', [of(24 * hour), of(48 * hour)], true],
    ['is not due earlier', [of(48 * hour), of(24 * hour - minute)], false],
    ['is not due right after one of a clock that is a little ahead', [of(-minute)], false],
    ['is due where the only one is from the future', [of(-day)], true],
  ]
  for (const [what, names, due] of cases)
    test(`a daily backup ${what}`, () => assert.equal(isBackupDue(names, 24, now), due))
})

describe('the backups in a folder', () => {
  const cases: [string, string[], number, string[]][] = [
    ['the newest backups are kept', [of(3 * day), of(day), of(2 * day)], 2, [of(3 * day)]],
    ['all backups are kept while there are few', [of(day), of(2 * day)], 2, []],
    [
      'backups of all versions are counted together',
      [of(day, '0.3.0'), of(2 * day, '0.9.0')],
      1,
      [of(2 * day, '0.9.0')],
    ],
    ['other files stay', ['notes.txt', 'clockhouse.db', of(day), of(2 * day)], 1, [of(2 * day)]],
    [
      'backups that were made in between take no place from others',
      [of(0), of(hour), of(hour + minute), of(2 * hour), ...[1, 2, 3].map((days) => of(days * day + 3 * hour))],
      2,
      [of(2 * day + 3 * hour), of(3 * day + 3 * hour), of(hour + minute)],
    ],
    [
      'an incomplete backup is deleted after a day',
      [`${of(day + minute)}.part`, `${of(hour)}.part`],
      1,
      [`${of(day + minute)}.part`],
    ],
  ]
  for (const [what, names, keep, gone] of cases)
    test(what, () => assert.deepEqual(expiredBackups(names, { keep, hours: 24, now }), gone))
})
