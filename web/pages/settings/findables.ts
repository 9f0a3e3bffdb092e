import type { Findable } from '../../components/finding/finding.ts'
import { otherWords } from '../../components/finding/words.ts'
import { t } from '../../language.ts'
import { choicesOf } from './choices.ts'
import type { Scope } from './form.ts'
import type { ShownSetting } from './plan.ts'
import { addressOf, type Section, sectionsAt } from './sections.ts'

/** A page of the app, as the menus have it. */
type Page = { path: string; name: string }

/** The sections of the settings, and each setting in them. */
export function findableSettings(scope: Scope): Findable[] {
  return sectionsAt(scope).flatMap((section) => [
    sectionFindable(section),
    // A setting that is called like its section is the section.
    ...section.settings.filter(({ label }) => label !== section.title).map((one) => settingFindable(section, one)),
  ])
}

/** Pages, by their names and by what people call their subjects. */
export function findablePages(pages: readonly Page[]): Findable[] {
  return pages.map(({ path, name }) => {
    const href = path.split('/:')[0]!
    return { key: path, href, name: t(name), detail: above(pages, href), words: wordsFor(href) }
  })
}

function sectionFindable({ id, title, about, texts }: Section): Findable {
  const href = addressOf(id)
  const detail = t('Settings')
  return {
    key: href,
    href,
    name: t(title),
    detail,
    words: wordsFor(href),
    texts: [about, ...texts].map((one) => t(one)),
  }
}

function settingFindable({ id, title }: Section, setting: ShownSetting): Findable {
  const { key, label, help } = setting
  const href = addressOf(id, key)
  const choices = choicesOf(setting) ?? []
  // The names of all countries and currencies would be found for nearly everything.
  const texts = [...(help ? [t(help)] : []), ...(choices.length <= choicesMax ? choices.map(({ text }) => text) : [])]
  return { key: href, href, name: t(label), detail: t(title), texts }
}

const choicesMax = 20

/** The words of the person's language, and the English ones. */
function wordsFor(href: string): string[] {
  const english = otherWords[href]
  return english === undefined ? [] : [...new Set([t(english), english])]
}

/** The name of the page above another one; empty for a page of its own. */
function above(pages: readonly Page[], href: string): string {
  const first = `/${href.split('/')[1]}`
  const page = first === href ? undefined : pages.find(({ path }) => path.split('/:')[0] === first)
  return page ? t(page.name) : ''
}
