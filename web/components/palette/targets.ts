import { useMemo } from 'react'
import { seesOf, sights } from '../../../src/rules/people/sight.ts'
import { useRecords } from '../../api/queries.ts'
import { type Me, useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { pages } from '../../pages/index.ts'
import { useJobs, useJobsWord } from '../jobs/jobs.ts'
import { finder, folded, inOrder } from '../listing/order.ts'
import { askerOf } from '../people/asker.ts'
import { nameOf } from '../people/names.ts'

/** A destination in the palette. */
export type Target = { key: string; name: string; detail: string; href: string }

/** Targets under a heading. `always`: they are shown even before anything is typed. */
type TargetGroup = { label: string; targets: readonly Target[]; always?: true }

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
  const all = useMemo(
    (): TargetGroup[] => [
      { label: t('Actions'), targets: actionsOf(me), always: true },
      { label: t('Pages'), targets: pagesOf(me), always: true },
      { label: t('People'), targets: (people.data ?? []).flatMap((user) => targetsOf(user, me)) },
      {
        label: word,
        targets: mayOpen('/jobs/:id', me) ? [...jobs.byId.values()].filter(isWork).map(jobTarget) : [],
      },
    ],
    [me, people.data, jobs.byId, word],
  )
  const groups = useMemo(() => matching(all, words), [all, words])
  return { groups, loaded: !people.isLoading && (jobs.ready || jobs.error !== null) }
}

/** The groups with their matching targets, in which every word occurs. Targets that begin with the words come first. */
function matching(groups: readonly TargetGroup[], words: string): TargetGroup[] {
  const start = folded(words)
  const finds = finder(words)
  return groups
    .map(({ label, targets, always }) => {
      const found = start ? targets.filter((one) => finds(folded(`${one.name} ${one.detail}`))) : targets
      const begins = (one: Target) => (folded(one.name).startsWith(start) ? 0 : 1)
      const sorted = start ? found.toSorted((a, b) => begins(a) - begins(b) || inOrder(a.name, b.name)) : found
      return { label, targets: start || always ? sorted : [] }
    })
    .map(({ label, targets }) => ({ label, targets: start ? targets.slice(0, shownMax) : targets }))
    .filter(({ targets }) => targets.length > 0)
}

function actionsOf(me: Me): Target[] {
  const tracks = me.user.permissions?.time_tracking === true
  return [
    ...(tracks ? [{ key: 'clock', name: t('Clock in or out'), detail: t('Goes to the clock'), href: '/#clock' }] : []),
    ...(tracks
      ? [{ key: 'add', name: t('Add time'), detail: t('Today, on your timesheet'), href: '/timesheet#add' }]
      : []),
    { key: 'time-off', name: t('Request time off'), detail: '', href: '/time_off#request' },
  ]
}

function pagesOf(me: Me): Target[] {
  return pages
    .filter((page) => page.who(me) && !page.path.includes('/:id'))
    .map(({ path, name, menu }) => {
      const href = path.split('/:')[0]!
      return { key: path, name: t(name), detail: menu === 'none' ? above(href) : '', href }
    })
}

/** The name of the parent of a page that is not in the menus. */
function above(href: string): string {
  const page = pages.find(({ path }) => path === `/${href.split('/')[1]}`)
  return page ? t(page.name) : ''
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
