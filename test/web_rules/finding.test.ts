import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translated } from '../../build/catalogs.ts'
import { readCatalog } from '../../src/company/catalog.ts'
import { type Findable, findIn } from '../../web/components/finding/finding.ts'
import { otherWords } from '../../web/components/finding/words.ts'
import { findablePages, findableSettings } from '../../web/pages/settings/findables.ts'
import { addressOf, sectionsAt, topics } from '../../web/pages/settings/sections.ts'

// The words that people use, and where each must lead.

const pages = Object.entries({
  '/holidays': 'Holidays',
  '/pto/:part?': 'Time off policies',
  '/breaks': 'Breaks',
  '/locations': 'Locations',
  '/fields': 'Custom fields',
  '/people': 'People',
  '/people/import': 'Import people',
  '/groups': 'Groups',
  '/jobs': 'Jobs',
  '/developers': 'API',
  '/developers/tokens': 'Tokens',
  '/developers/webhooks': 'Webhooks',
  '/retention': 'Retention',
  '/audit': 'Audit',
  '/inspectors': 'Inspectors',
  '/reports/files': 'Files',
  '/welcome': 'Setup',
  '/welcome/reach': 'Make Clockhouse reachable',
  '/server': 'Server',
  '/me': 'My settings',
}).map(([path, name]) => ({ path, name }))

const all: readonly Findable[] = [...findableSettings({ for: 'company' }), ...findablePages(pages)]

/** Where a word must lead: the address is among the first three that it finds. */
const expected: Readonly<Record<string, string>> = {
  gps: '/settings/notes',
  tracking: '/settings/notes',
  geofence: '/locations',
  map: '/locations',
  pto: '/pto',
  vacation: '/pto',
  'sick leave': '/pto',
  accrual: '/pto',
  '2fa': '/settings/sign-in',
  mfa: '/settings/sign-in',
  'two-factor': '/settings/sign-in',
  passkey: '/settings/sign-in',
  decimal: '/settings/time',
  hundredths: '/settings/time',
  '24 hours': '/settings/time',
  timezone: '/settings/time',
  currency: '/settings/time',
  photo: '/retention',
  gdpr: '/retention',
  backup: '/server',
  restore: '/server',
  doctor: '/server',
  disk: '/server',
  health: '/server',
  version: '/server',
  smtp: '/server',
  idle: '/settings/clock',
  'auto clock': '/settings/clock#clockout_override',
  punch: '/settings/clock',
  api: '/developers',
  'api key': '/developers/tokens',
  integration: '/developers',
  webhook: '/developers/webhooks',
  week: '/settings/pay-period',
  biweekly: '/settings/pay-period',
  payday: '/settings/pay-period',
  payroll: '/settings/pay-period',
  cutoff: '/settings/pay-period',
  holiday: '/holidays',
  'bank holiday': '/holidays',
  christmas: '/holidays',
  lunch: '/breaks',
  meal: '/breaks',
  'break law': '/settings/breaks',
  'double time': '/settings/overtime',
  ot: '/settings/overtime',
  '40 hours': '/settings/overtime',
  night: '/settings/overtime',
  round: '/settings/rounding',
  'quarter hour': '/settings/rounding',
  'full time': '/settings/pattern',
  weekend: '/settings/pattern',
  roster: '/settings/schedule',
  shift: '/settings/schedule',
  push: '/settings/alerts',
  notification: '/settings/alerts',
  remind: '/settings/reminders',
  ip: '/settings/addresses',
  vpn: '/settings/addresses',
  sso: '/settings/single-sign-on',
  okta: '/settings/single-sign-on',
  scim: '/settings/provisioning',
  chatgpt: '/settings/changes',
  mcp: '/settings/changes',
  password: '/settings/profile#emp_panel_passwd',
  submit: '/settings/approvals',
  'sign off': '/settings/approvals',
  comment: '/settings/notes',
  csv: '/people/import',
  department: '/groups',
  customer: '/jobs',
  employee: '/people',
  'cost code': '/fields',
  quickbooks: '/reports/files',
  'who changed': '/audit',
  auditor: '/inspectors',
  localhost: '/welcome/reach',
  onboarding: '/welcome',
  'dark mode': '/me',
  rename: '/settings/company',
  'week starts': '/settings/time',
  'daylight saving': '/settings/time',
  'night shift': '/settings/overtime',
  'shift differential': '/settings/overtime',
  'lock timesheets': '/settings/approvals',
  roles: '/people',
  bonus: '/people',
  tips: '/people',
  'employee number': '/people',
  'payroll id': '/people',
}

test('every word that people use leads where it must', () => {
  const wrong = Object.entries(expected).flatMap(([word, address]) => {
    const found = findIn(all, word).slice(0, 3)
    return found.some(({ href }) => href === address)
      ? []
      : [`${word} → ${address}, but found ${found.map(({ href }) => href).join(', ') || 'nothing'}`]
  })
  assert.deepEqual(wrong, [])
  assert.ok(Object.keys(expected).length >= 60)
})

test('each section and each page beside the settings has other words, in every language', () => {
  const sections = sectionsAt({ for: 'company' }).map(({ id }) => addressOf(id))
  const beside = topics.flatMap((topic) => topic.pages)
  assert.deepEqual(
    [...sections, ...beside].filter((address) => !otherWords[address]),
    [],
  )
  for (const language of translated) {
    const catalog = readCatalog(language)
    assert.deepEqual(
      Object.values(otherWords).filter((words) => !catalog[words] || catalog[words] === words),
      [],
      language,
    )
  }
})

test('every setting has an address, and every section belongs to a topic', () => {
  const sections = sectionsAt({ for: 'company' })
  const listed = topics.flatMap((topic) => topic.sections)
  assert.deepEqual(
    sections.map(({ id }) => id),
    listed,
  )
  const settings = all.filter(({ href }) => href.includes('#'))
  assert.ok(settings.length > 60, `${settings.length} settings`)
  assert.equal(new Set(all.map(({ key }) => key)).size, all.length, 'addresses are unique')
})

test('a word finds what begins with it before what contains it, and nothing is found for what no one says', () => {
  assert.equal(findIn(all, 'Pay period')[0]?.href, '/settings/pay-period')
  assert.equal(findIn(all, 'lunch, deduct')[0]?.href, '/settings/clock#lunch_deduct')
  assert.deepEqual(findIn(all, 'zebra'), [])
  assert.deepEqual(findIn(all, '   '), [])
  assert.ok(
    !findIn(all, 'api').some(({ href }) => href.startsWith('/settings/addresses')),
    'three letters within another word say nothing',
  )
})
