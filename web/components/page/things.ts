import { msg } from '../../../src/rules/language/messages.ts'

// Texts about the things that lists contain. They are whole sentences, because other languages inflect the nouns.

/** Things that can be counted, by their plural. */
export type Thing = keyof typeof counts

/** A count of them, such as `3 people`. */
export const counts = {
  breaks: msg('{count, plural, one {# break} other {# breaks}}'),
  choices: msg('{count, plural, one {# choice} other {# choices}}'),
  fields: msg('{count, plural, one {# field} other {# fields}}'),
  groups: msg('{count, plural, one {# group} other {# groups}}'),
  jobs: msg('{count, plural, one {# job} other {# jobs}}'),
  locations: msg('{count, plural, one {# location} other {# locations}}'),
  notifications: msg('{count, plural, one {# notification} other {# notifications}}'),
  people: msg('{count, plural, one {# person} other {# people}}'),
  projects: msg('{count, plural, one {# project} other {# projects}}'),
}

/** Things that a page can list. */
export type Listed = keyof typeof lists

/** The label of a list's search, and how many of all rows it found. */
export const lists = {
  breaks: { search: msg('Search breaks'), found: msg('{count} of {all} breaks') },
  fields: { search: msg('Search fields'), found: msg('{count} of {all} fields') },
  groups: { search: msg('Search groups'), found: msg('{count} of {all} groups') },
  jobs: { search: msg('Search jobs'), found: msg('{count} of {all} jobs') },
  locations: { search: msg('Search locations'), found: msg('{count} of {all} locations') },
  notifications: { search: msg('Search notifications'), found: msg('{count} of {all} notifications') },
  people: { search: msg('Search people'), found: msg('{count} of {all} people') },
  projects: { search: msg('Search projects'), found: msg('{count} of {all} projects') },
}

/** Things that can be chosen from a list of options. */
export type Offered = keyof typeof offers

/** The label of such a list's search, the option for all of them, and the text if there are none. */
export const offers = {
  choices: {
    search: msg('Search choices'),
    all: msg('All choices'),
    none: msg('There are no choices yet.'),
    unmatched: msg('No choices match “{words}”.'),
  },
  groups: {
    search: msg('Search groups'),
    all: msg('All groups'),
    none: msg('There are no groups yet.'),
    unmatched: msg('No groups match “{words}”.'),
  },
  jobs: {
    search: msg('Search jobs'),
    all: msg('All jobs'),
    none: msg('There are no jobs yet.'),
    unmatched: msg('No jobs match “{words}”.'),
  },
  people: {
    search: msg('Search people'),
    all: msg('All people'),
    none: msg('There are no people yet.'),
    unmatched: msg('No people match “{words}”.'),
  },
}

/** Things that can be archived. */
export type Archivable = keyof typeof archivals

/** The message after several were archived or restored. */
export const archivals = {
  choices: {
    archived: msg('{count, plural, one {# choice archived.} other {# choices archived.}}'),
    restored: msg('{count, plural, one {# choice restored.} other {# choices restored.}}'),
  },
  fields: {
    archived: msg('{count, plural, one {# field archived.} other {# fields archived.}}'),
    restored: msg('{count, plural, one {# field restored.} other {# fields restored.}}'),
  },
  groups: {
    archived: msg('{count, plural, one {# group archived.} other {# groups archived.}}'),
    restored: msg('{count, plural, one {# group restored.} other {# groups restored.}}'),
  },
  jobs: {
    archived: msg('{count, plural, one {# job archived.} other {# jobs archived.}}'),
    restored: msg('{count, plural, one {# job restored.} other {# jobs restored.}}'),
  },
  locations: {
    archived: msg('{count, plural, one {# location archived.} other {# locations archived.}}'),
    restored: msg('{count, plural, one {# location restored.} other {# locations restored.}}'),
  },
  people: {
    archived: msg('{count, plural, one {# person archived.} other {# people archived.}}'),
    restored: msg('{count, plural, one {# person restored.} other {# people restored.}}'),
  },
}
