import { visible } from '../company/rights/visible.ts'
import { date, id, idList, instant, integer, oneOf, ref, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, day, since, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import { runKinds, runStates } from '../rules/pay/adjustments.ts'

const fields = {
  id: id(),
  kind: oneOf(runKinds, {
    access: 'read-only',
    about: 'regular: a pay period; off_cycle: other days; correction: only adjustments; final: someone’s last pay.',
  }),
  state: oneOf(runStates, {
    access: 'read-only',
    about: 'open: not paid yet; closed: what was paid is kept; sent: its files were passed on.',
  }),
  start_date: date({ access: 'read-only', about: 'The first day.' }),
  end_date: date({ access: 'read-only', about: 'The last day.' }),
  user_ids: idList({ access: 'read-only', about: 'Ids of the chosen users; empty for everyone.' }),
  note: text({ access: 'read-only' }),
  revision: integer({ access: 'read-only', about: 'How often it was reopened.' }),
  people: integer({ access: 'read-only', about: 'How many people it paid; 0 while open.' }),
  seconds: integer({ access: 'read-only', about: 'All hours that it paid, in seconds.' }),
  gross_cents: integer({ access: 'read-only', about: 'All that it paid, in hundredths of the currency unit.' }),
  adjustments: integer({ access: 'read-only', about: 'How many of its lines adjust what earlier runs paid.' }),
  rules: text({ access: 'read-only', about: 'Identifies the rules, settings and rates by which it was paid.' }),
  closed: instant({ access: 'read-only' }),
  closed_by_user_id: ref('users', { access: 'read-only' }),
  sent: instant({ access: 'read-only' }),
  sent_by_user_id: ref('users', { access: 'read-only' }),
  created_by_user_id: ref('users', { access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
}

/** A pay run. */
export type PayRun = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    pay_runs: PayRun
  }
}

/** Pay runs. Clients only read them here; the app's API closes them. */
export const payRuns = resource('pay_runs', {
  about: 'Pay runs: what people were paid for a pay period, for administrators.',
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    states: words('state', { among: runStates }),
    kinds: words('kind', { among: runKinds }),
    start_date: day((value) => sql`end_date >= ${value}`, { about: 'Only runs with days on or after it.' }),
    end_date: day((value) => sql`start_date <= ${value}`, { about: 'Only runs with days on or before it.' }),
    modified_before: before(),
    modified_since: since(),
  },
  // Its changes are rare, but it is not reference data: a run that is closed changes no other page.
  volatile: true,
  visible: visible('pay_runs'),
  related: (row) => ({ users: [...row.user_ids, row.closed_by_user_id, row.sent_by_user_id, row.created_by_user_id] }),
})
