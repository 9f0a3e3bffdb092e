import { below } from '../company/job_tree.ts'
import { visible } from '../company/rights/visible.ts'
import { type Actor, type Context, may, type ReadContext } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, hidden, id, instant, numberOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, choice, exactlyNumber, type Filter, ids, since, state, tristate } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, type Sql, sql } from '../engine/sql.ts'
import { type Item, isId, type RecordOf } from '../engine/table.ts'
import { valueAt } from '../rules/elements.ts'
import { manages } from '../rules/people/access.ts'
import { reason } from '../rules/refusals/reason.ts'
import { assign, unassign } from './jobcodes/assigning.ts'
import { subtree } from './jobcodes/branches.ts'
import { isBreak, jobcodeTypes } from './jobcodes.ts'

type User = RecordOf<'users'>

const fields = {
  id: id(),
  user_id: ref('users', { access: 'create', required: true, about: '0 is everyone.' }),
  jobcode_id: ref('jobcodes', { access: 'create', required: true, about: 'Includes all active jobcodes below it.' }),
  active: bool({ access: 'create', initial: () => true, about: 'False: removed.' }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  inherited: hidden(bool()),
}

/** Lets a user, or everyone, select a jobcode. `inherited`: because a jobcode above it was assigned. */
type JobcodeAssignment = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    jobcode_assignments: JobcodeAssignment
  }
}

/** Which jobcodes a user may select. A removed assignment stays listed and can be restored under its old id. */
export const jobcodeAssignments = resource('jobcode_assignments', {
  about: 'Which jobcodes a user may select when tracking time.',
  order: sql`jobcode_id, user_id, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    user_ids: ids((values) => inList(sql`user_id`, [0, ...values]), {
      about: 'Assignments of these users, and those to everyone.',
    }),
    type: choice([...jobcodeTypes, 'all'], 'regular', (value, ctx) => ofJobcode(sql`j.type = ${value}`, ctx), {
      every: 'all',
    }),
    jobcode_id: exactlyNumber('jobcode_id'),
    jobcode_ids: anyOf('jobcode_id'),
    jobcode_parent_id: {
      ...exactlyNumber('jobcode_parent_id', { about: '0 is the top level.' }),
      condition: (value, ctx) => ofJobcode(sql`j.parent_id = ${value}`, ctx),
    } satisfies Filter<number>,
    active: state('active', 'both'),
    active_jobcodes: tristate('both', (value, ctx) => ofJobcode(sql`j.active = ${value === 'yes' ? 1 : 0}`, ctx)),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('jobcode_assignments'),
  related: (row) => ({ users: [row.user_id], jobcodes: [row.jobcode_id] }),
  async facts(items, { work, company, actor }) {
    const pairs = items.map((item) => work.get('jobcode_assignments', numberOf(item.id)) ?? numbers(item))
    const userIds = [...new Set(pairs.map((pair) => pair.user_id))]
    const jobcodeIds = [...new Set(pairs.map((pair) => pair.jobcode_id))]
    await company.look('users', userIds)
    await work.load('jobcodes', sql`id in ${below(jobcodeIds, actor.companyId)}`)
    await work.load(
      'jobcode_assignments',
      sql`${inList(sql`user_id`, userIds)} and jobcode_id in ${below(jobcodeIds, actor.companyId)}`,
    )
    const sizes = new Map(jobcodeIds.map((id) => [id, subtree(work, id).length]))
    // Each assignment, and its activity in a project's feed.
    await work.reserve(2 * pairs.reduce((sum, pair) => sum + valueAt(sizes, pair.jobcode_id), 0))
  },
  create(draft, ctx) {
    const { work } = ctx
    checkUser(draft.user_id, ctx)
    const jobcode = work.get('jobcodes', draft.jobcode_id)
    if (!jobcode?.active) throw new Refusal(417, 'no_active_jobcode', { field: 'jobcode_id', id: draft.jobcode_id })
    if (isBreak(jobcode)) throw new Refusal(417, 'breaks_not_assigned')
    if (!draft.active) throw new Refusal(417, 'assignment_not_active')
    assign(work, draft.user_id, jobcode.id)
    return work
      .all('jobcode_assignments')
      .find((record) => record.user_id === draft.user_id && record.jobcode_id === jobcode.id)!
  },
  remove(row, ctx) {
    if (!row.active) throw new Refusal(417, 'assignment_removed')
    checkRight(row.user_id, ctx)
    unassign(ctx.work, row.user_id, row.jobcode_id)
  },
  absent: { status: 417, reason: reason('no_such_assignment') },
})

function checkUser(userId: number, ctx: Context): void {
  const user = ctx.work.get('users', userId)
  if (userId !== 0 && !user?.active) throw new Refusal(417, 'no_active_user', { field: 'user_id', id: userId })
  checkRight(userId, ctx)
}

/**
 * Allowed for managers of the group, holders of manage_users and administrators; for user 0 (everyone), holders of
 * manage_jobcodes instead of managers.
 */
function checkRight(userId: number, { actor, work }: Context): void {
  if (userId === 0 && !may(actor, 'manage_users', 'manage_jobcodes'))
    throw new Refusal(417, 'assigning_everyone_needs_permission')
  if (userId !== 0 && !managesUser(actor, work.get('users', userId)))
    throw new Refusal(417, 'not_your_users_assignments')
}

function managesUser(actor: Actor, user: User | undefined): boolean {
  return may(actor, 'manage_users') || (user !== undefined && manages(actor, user))
}

/** Condition on the jobcode `j` of an assignment. */
function ofJobcode(condition: Sql, { actor }: ReadContext): Sql {
  return sql`exists (select 1 from jobcodes j
    where j.company_id = ${actor.companyId} and j.id = jobcode_assignments.jobcode_id and ${condition})`
}

/** The ids in an item; 0 for an invalid one, which is refused later. */
function numbers(item: Item): Pick<JobcodeAssignment, 'user_id' | 'jobcode_id'> {
  const number = (value: unknown) => {
    const parsed = numberOf(value)
    return isId(parsed) ? parsed : 0
  }
  return { user_id: number(item.user_id), jobcode_id: number(item.jobcode_id) }
}
