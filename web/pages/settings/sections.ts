import { msg } from '../../../src/rules/language/messages.ts'
import { presetNames as breakPresets } from './break_words.ts'
import type { Scope } from './form.ts'
import { presetNames as overtimePresets } from './overtime_rules.ts'
import { overtimeSettings, parts, type ShownSetting, settingsAt, thresholdSettings, workdaySettings } from './plan.ts'

/** A section of the settings: its id, which ends its address, what it is about, its settings, and its other texts. */
export type Section = {
  id: string
  title: string
  about: string
  settings: readonly ShownSetting[]
  texts: readonly string[]
}

/** Sections under a heading, and the pages beside the settings that belong to it. */
export type Topic = { title: string; sections: readonly string[]; pages: readonly string[] }

/** The topics, in their order on the page. */
export const topics: readonly Topic[] = [
  { title: msg('General'), sections: ['company', 'time'], pages: ['/groups', '/companies'] },
  {
    title: msg('Pay'),
    sections: ['pay-period', 'overtime', 'rounding'],
    pages: ['/holidays', '/pto', '/pay_runs'],
  },
  {
    title: msg('Work'),
    sections: ['pattern', 'schedule', 'breaks'],
    pages: ['/breaks', '/jobs'],
  },
  {
    title: msg('Recording time'),
    sections: ['clock', 'notes', 'approvals'],
    pages: ['/locations', '/fields'],
  },
  { title: msg('Messages'), sections: ['alerts', 'reminders'], pages: ['/deliveries', '/outbox'] },
  {
    title: msg('People and sign-in'),
    sections: ['profile', 'sign-in', 'addresses', 'single-sign-on', 'provisioning'],
    pages: ['/people', '/inspectors'],
  },
  {
    title: msg('Data and programs'),
    sections: ['changes'],
    pages: ['/developers', '/retention', '/audit'],
  },
]

/** Where a section is. */
export function addressOf(id: string, key?: string): string {
  return `/settings/${id}${key ? `#${key}` : ''}`
}

const ofCompany: readonly Section[] = [
  {
    id: 'company',
    title: msg('Company'),
    about: msg('What your company is called, here and at sign-in.'),
    settings: [],
    texts: [msg('Name')],
  },
  {
    id: 'addresses',
    title: msg('Allowed addresses'),
    about: msg('The networks from which people and programs may connect.'),
    settings: [],
    texts: [msg('Addresses')],
  },
  {
    id: 'single-sign-on',
    title: msg('Single sign-on'),
    about: msg('Sign in with your identity provider.'),
    settings: [],
    texts: [msg('Issuer'), msg('Sign-in')],
  },
  {
    id: 'provisioning',
    title: msg('Provisioning'),
    about: msg('Your identity provider adds, changes, and archives people.'),
    settings: [],
    texts: [],
  },
  {
    id: 'alerts',
    title: msg('Alerts'),
    about: msg('What people are told automatically, and when.'),
    settings: [],
    texts: [msg('Notification settings')],
  },
]

const ofEveryone: readonly Section[] = [
  {
    id: 'pattern',
    title: msg('Working pattern'),
    about: msg('When people usually work, and whose clock counts.'),
    settings: [],
    texts: [msg('Days and hours'), msg('Time zone'), msg('Full-time share in percent')],
  },
  {
    id: 'overtime',
    title: msg('Overtime'),
    about: msg('Which hours are paid more, and how much.'),
    settings: [...overtimeSettings, ...thresholdSettings, ...workdaySettings],
    texts: Object.values(overtimePresets),
  },
  {
    id: 'breaks',
    title: msg('Meal and rest breaks'),
    about: msg('The breaks that are due by law or agreement.'),
    settings: [],
    texts: Object.values(breakPresets),
  },
]

const reminders: Section = {
  id: 'reminders',
  title: msg('Reminders'),
  about: msg('When people are reminded to clock in and out.'),
  settings: [],
  texts: [msg('Clock in'), msg('Clock out')],
}

/** The sections for the company, a group or a person, in the order of the topics. */
export function sectionsAt(scope: Scope): readonly Section[] {
  const ofParts = parts.flatMap(({ id, title, about, settings }) => {
    const shown = settingsAt(settings, scope)
    return shown.length > 0 ? [{ id, title, about, settings: shown, texts: [] }] : []
  })
  const all = new Map(
    [
      ...ofParts,
      ...ofEveryone,
      ...(scope.for === 'company' ? ofCompany : []),
      ...(scope.for === 'user' ? [] : [reminders]),
    ].map((section) => [section.id, section]),
  )
  return topics.flatMap(({ sections }) => sections.flatMap((id) => all.get(id) ?? []))
}
