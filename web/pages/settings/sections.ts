import { msg } from '../../../src/rules/language/messages.ts'
import { presetNames as breakPresets } from './break_words.ts'
import type { Scope } from './form.ts'
import { presetNames as overtimePresets } from './overtime_rules.ts'
import { overtimeSettings, parts, type ShownSetting, settingsAt, thresholdSettings, workdaySettings } from './plan.ts'

/** A card of the page: its id, its title, and other messages that the search finds it by. */
export type Section = { id: string; title: string; words: readonly string[] }

const wordsOf = (settings: readonly ShownSetting[]) =>
  settings.flatMap(({ label, help }) => (help ? [label, help] : label))

/** Parts that come before overtime and breaks. */
const first = ['time', 'pay-period']

/** The cards for the company, a group or a person, in their order on the page. */
export function sectionsAt(scope: Scope): readonly Section[] {
  const isCompany = scope.for === 'company'
  const own = (id: string) => {
    const { title, settings } = parts.find((part) => part.id === id)!
    const shown = settingsAt(settings, scope)
    return shown.length > 0 ? [{ id, title, words: wordsOf(shown) }] : []
  }
  const overtime = wordsOf([...overtimeSettings, ...thresholdSettings, ...workdaySettings])
  return [
    ...(isCompany ? [{ id: 'company', title: msg('Company'), words: [msg('Name')] }] : []),
    ...first.flatMap(own),
    {
      id: 'pattern',
      title: msg('Working pattern'),
      words: [msg('Days and hours'), msg('Time zone'), msg('Full-time share in percent')],
    },
    { id: 'overtime', title: msg('Overtime'), words: [...overtime, ...Object.values(overtimePresets)] },
    { id: 'breaks', title: msg('Meal and rest breaks'), words: Object.values(breakPresets) },
    ...parts.flatMap(({ id }) => (first.includes(id) ? [] : own(id))),
    ...(isCompany ? [{ id: 'alerts', title: msg('Alerts'), words: [msg('Notification settings')] }] : []),
    ...(scope.for === 'user'
      ? []
      : [{ id: 'reminders', title: msg('Reminders'), words: [msg('Clock in'), msg('Clock out')] }]),
    ...(isCompany
      ? [
          { id: 'addresses', title: msg('Allowed addresses'), words: [msg('Addresses')] },
          { id: 'single-sign-on', title: msg('Single sign-on'), words: [msg('Issuer'), msg('Sign-in')] },
          { id: 'provisioning', title: msg('Provisioning'), words: [] },
        ]
      : []),
  ]
}
