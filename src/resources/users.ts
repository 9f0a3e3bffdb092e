import { tellOfCredentials } from '../company/mail/credential_mails.ts'
import { recordLocks } from '../company/pay/who_locked.ts'
import { keepMembership } from '../company/rights/membership.ts'
import { managedGroups } from '../company/rights/rights.ts'
import { visible } from '../company/rights/visible.ts'
import { settingsFor } from '../company/settings/settings.ts'
import { isRecord } from '../engine/fields.ts'
import { anyOf, before, noneOf, pattern, since, state, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import { reason } from '../rules/refusals/reason.ts'
import { setting } from '../rules/settings/settings.ts'
import { identityKey } from '../rules/text/identity.ts'
import { archive } from './users/archive.ts'
import { changeOf, checkChange, checkNew, following, givenBy } from './users/checks.ts'
import { endSessionsOf } from './users/credentials.ts'
import { type Facts, loadFacts } from './users/facts.ts'
import { endWhatRuns } from './users/leavers.ts'
import { fields } from './users/record.ts'
import { clearanceOf, onPrivate } from './users/rights.ts'
import { notifyOfSubmission, submittedWith } from './users/submitting.ts'
import { vouched } from './users/vouched.ts'

/** The people of a company. They are never deleted; an archived user stays in reports. */
export const users = resource<typeof fields, Facts>('users', {
  about: 'The people of the company.',
  order: sql`last_name_key, first_name_key, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    not_ids: noneOf('id'),
    employee_numbers: anyOf('employee_number'),
    usernames: onPrivate(words('username', { key: identityKey })),
    group_ids: anyOf('group_id', { about: '0 is users without a group.' }),
    not_group_ids: noneOf('group_id'),
    payroll_ids: onPrivate(words('payroll_id')),
    active: state('active', 'yes'),
    first_name: pattern('first_name'),
    last_name: pattern('last_name'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('users'),
  clearance: clearanceOf,
  related: (row, { company }) => ({
    jobcodes: company.valueNow<number[]>('ptoJobcodes'),
    groups: [row.group_id, ...managedGroups(company.listed('groups'), row.id)],
  }),
  async prepare(_, { company }) {
    await company.list('groups')
    await company.value('ptoJobcodes', async (handle) => {
      const rows = await handle.all<{ id: number }>(
        sql`select id from jobcodes where company_id = ${company.row.company_id} and type = 'pto' and active = 1 order by id`,
      )
      return rows.map((row) => row.id)
    })
  },
  facts: loadFacts,
  recorded: vouched,
  create(draft, ctx, _facts, item) {
    checkNew({ after: draft, changed: draft, ctx })
    const given = isRecord(item.permissions) ? draft.permissions : {}
    const time_tracking = setting(settingsFor(ctx.company), 'general', 'new_users_track_time') === 1
    const permissions = { ...fields.permissions.initial(ctx), ...(time_tracking && { time_tracking }), ...given }
    const submitted_to = submittedWith(undefined, draft)
    return ctx.work.insert('users', { ...draft, permissions, submitted_to, login_pin: '' })
  },
  update(before, patch, ctx, facts, item) {
    const change = changeOf(before, givenBy(item, patch), { ctx, hash: facts.hashes.get(item) })
    checkChange(change)
    const { changed } = change
    if (changed.password !== undefined) endSessionsOf(before, ctx)
    if (changed.active === false) archive(before, ctx)
    const after = ctx.work.change('users', before.id, { ...changed, ...following(change) })
    notifyOfSubmission(before, after, ctx)
    return after
  },
  async afterChanges(changes, work) {
    recordLocks(changes, work)
    await keepMembership(changes, work)
    await tellOfCredentials(changes, work)
    await endWhatRuns(changes, work)
  },
  absent: { status: 417, reason: reason('absent', { kind: 'user' }) },
})
