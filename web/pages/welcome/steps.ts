import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'

/** A step of setting up the company. */
export type Step = AnswerOf<'GET /api/console/setup_steps'>['steps'][number]

/** What each step is called, why it matters and where it is done. */
export const stepWords: Readonly<Record<Step['name'], { href: string; name: string; about: string }>> = {
  people: {
    href: '/people',
    name: msg('Add your people'),
    about: msg('One by one, a list of names, or from a file. They get a link to set a password.'),
  },
  reach: {
    href: '/welcome/reach',
    name: msg('Make Clockhouse reachable'),
    about: msg('Phones and other computers can’t open it yet, so the links of invitations don’t work there.'),
  },
  jobs: {
    href: '/jobs',
    name: msg('Add what they work on'),
    about: msg('Jobs, customers, or projects, nested as deep as you like.'),
  },
  pay_period: {
    href: '/settings/pay-period',
    name: msg('Set the pay period'),
    about: msg('How often you pay, and when a period ends.'),
  },
  working_pattern: {
    href: '/settings/pattern',
    name: msg('Say when people work'),
    about: msg('Their days and hours, and whose clock counts.'),
  },
  overtime: {
    href: '/settings/overtime',
    name: msg('Choose the overtime rules'),
    about: msg('Those of your state or country, or your own, with a preview.'),
  },
  breaks: {
    href: '/breaks',
    name: msg('Add breaks'),
    about: msg('Meal and rest breaks people can take at the clock.'),
  },
  time_off: {
    href: '/pto',
    name: msg('Set how time off accrues'),
    about: msg('Vacation, sick leave, and anything else you grant.'),
  },
  holidays: {
    href: '/holidays',
    name: msg('Add holidays'),
    about: msg('Import those of your country, or enter your own.'),
  },
  time: { href: '/timesheet', name: msg('Record your first hours'), about: msg('At the clock, or in a timesheet.') },
  approval: { href: '/approvals', name: msg('Approve a period'), about: msg('Then export it for payroll.') },
}

/** The step whose page, or a page below it, is at a location. */
export function stepAt(steps: readonly Step[], location: string): Step | undefined {
  return steps.find(({ name }) => `${location}/`.startsWith(`${stepWords[name].href}/`))
}

/** The first open step after one that is settled, or else before it; undefined if it is open itself, or none is. */
export function nextAfter(steps: readonly Step[], step: Step): Step | undefined {
  const at = steps.indexOf(step)
  const isOpen = ({ done, skipped }: Step) => !done && !skipped
  return isOpen(step) ? undefined : [...steps.slice(at), ...steps.slice(0, at)].find(isOpen)
}

/** The progress of the setup: how many of the steps are done, and how many of the others are skipped. */
export function progressOf(steps: readonly Step[]): { done: number; skipped: number; settled: number; of: number } {
  const done = steps.filter((step) => step.done).length
  const skipped = steps.filter((step) => step.skipped && !step.done).length
  return { done, skipped, settled: done + skipped, of: steps.length }
}
