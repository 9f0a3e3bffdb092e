import { useMemo } from 'react'
import { seesOf, sights } from '../../../src/rules/people/sight.ts'
import { useRecords } from '../../api/queries.ts'
import { type Me, useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { runningOf, useEntries } from '../../pages/clock/entries.ts'
import { useClockJobs } from '../../pages/clock/jobs.ts'
import { pages } from '../../pages/index.ts'
import { findablePages, findableSettings } from '../../pages/settings/findables.ts'
import { findIn } from '../finding/finding.ts'
import { useJobs, useJobsWord } from '../jobs/jobs.ts'
import { finder, folded, inOrder } from '../listing/order.ts'
import { askerOf } from '../people/asker.ts'
import { nameOf } from '../people/names.ts'

/** A destination in the palette; without `href`, it clocks the person in or out. */
export type Target = { key: string; name: string; detail: string; href?: string; words?: readonly string[] }

/**
 * Targets under a heading. `always`: they are shown even before anything is typed. `called`: they are found by other
 * words for them, too.
 */
type TargetGroup = { label: string; targets: readonly Target[]; always?: true; called?: true }

const shownMax = 8

/**
 * The targets that match what was typed, by kind; the pages and actions if nothing was. Until people and jobs have
 * `loaded`, more may match.
 */
export function useTargets(words: string): { groups: readonly TargetGroup[]; loaded: boolean } {
  const me = useMe()
  const word = useJobsWord()
  const people = useRecords('users', { active: 'yes' }, { enabled: me.leads || me.may('manage_users') })
  const jobs = useJobs()
  const clock = useClockTarget()
  const all = useMemo(
    (): TargetGroup[] => [
      { label: t('Actions'), targets: [...clock, ...actionsOf(me)], always: true, called: true },
      { label: t('Pages'), targets: findablePages(pagesOf(me)), always: true, called: true },
      {
        label: t('Settings'),
        targets: mayOpen('/settings/:section?', me) ? findableSettings({ for: 'company' }) : [],
        called: true,
      },
      { label: t('People'), targets: (people.data ?? []).flatMap((user) => targetsOf(user, me)) },
      {
        label: word,
        targets: mayOpen('/jobs/:id', me) ? [...jobs.byId.values()].filter(isWork).map(jobTarget) : [],
      },
    ],
    [me, clock, people.data, jobs.byId, word],
  )
  const groups = useMemo(() => matching(all, words), [all, words])
  return { groups, loaded: !people.isLoading && (jobs.ready || jobs.error !== null) }
}

/** The groups with their matching targets, the best first. */
function matching(groups: readonly TargetGroup[], words: string): TargetGroup[] {
  const isTyped = folded(words) !== ''
  return groups
    .map(({ label, targets, always, called }) => {
      if (!isTyped) return { label, targets: always ? targets : [] }
      return { label, targets: (called ? findIn(targets, words) : named(targets, words)).slice(0, shownMax) }
    })
    .filter(({ targets }) => targets.length > 0)
}

/** Those whose name and detail have every word. Targets that begin with the words come first. */
function named(targets: readonly Target[], words: string): Target[] {
  const start = folded(words)
  const finds = finder(words)
  const begins = (one: Target) => (folded(one.name).startsWith(start) ? 0 : 1)
  return targets
    .filter((one) => finds(folded(`${one.name} ${one.detail}`)))
    .sort((a, b) => begins(a) - begins(b) || inOrder(a.name, b.name))
}

/** Clocking in or out, as the person's clock stands; nothing if their time is not tracked. */
function useClockTarget(): readonly Target[] {
  const me = useMe()
  const entries = useEntries().data
  const { pathOf } = useClockJobs()
  const running = entries && runningOf(entries)
  const tracks = me.user.permissions?.time_tracking === true
  const detail = running ? pathOf(running.jobId) : ''
  return useMemo(() => {
    if (!tracks || !entries) return []
    return [{ key: 'clock', name: running ? t('Clock out') : t('Clock in'), detail, words: [t('punch, clock')] }]
  }, [tracks, entries, running, detail])
}

function actionsOf(me: Me): Target[] {
  const tracks = me.user.permissions?.time_tracking === true
  return [
    ...(tracks
      ? [{ key: 'add', name: t('Add time'), detail: t('Today, on your timesheet'), href: '/timesheet#add' }]
      : []),
    { key: 'time-off', name: t('Request time off'), detail: '', href: '/time_off#request' },
    ...(me.may('manage_users')
      ? [{ key: 'add-person', name: t('Add a person'), detail: '', href: '/people/new' }]
      : []),
  ]
}

function pagesOf(me: Me) {
  return pages.filter((page) => page.who(me) && !page.path.endsWith('/:id'))
}

function mayOpen(path: string, me: Me): boolean {
  return pages.some((page) => page.path === path && page.who(me))
}

function targetsOf(user: Parameters<typeof nameOf>[0] & { id: number; group_id: number }, me: Me): Target[] {
  const name = nameOf(user)
  const seesTime = seesOf(askerOf(me), sights.timesheets, user)
  return [
    ...(seesTime ? [{ key: `time${user.id}`, name, detail: t('Timesheet'), href: `/timesheet?user=${user.id}` }] : []),
    ...(mayOpen('/people/:id', me)
      ? [{ key: `person${user.id}`, name, detail: t('Profile'), href: `/people/${user.id}` }]
      : []),
  ]
}

type Job = ReturnType<typeof useJobs>['byId'] extends ReadonlyMap<number, infer One> ? One : never

function isWork(job: Job): boolean {
  return job.active && job.kind === 'regular'
}

function jobTarget({ id, name, path }: Job): Target {
  return { key: `job${id}`, name, detail: path === name ? '' : path.slice(0, -name.length - 3), href: `/jobs/${id}` }
}
