import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Meter } from '../../components/bars.tsx'
import { nameOf } from '../../components/names.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { Avatar } from '../../components/person.tsx'
import { hours } from '../../time.ts'
import { Entries } from './entries.tsx'
import { FilterBar, type Filters, questionOfFilters, useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'

type Totals = AnswerOf<'GET /api/v1/reports/project'>['results']['project_report']['totals']

/** Hours by person and by group. */
export default function PeopleReport() {
  const { filters } = useFilters()
  return (
    <ReportsPage>
      <FilterBar />
      <Report filters={filters} />
    </ReportsPage>
  )
}

function Report({ filters }: { filters: Filters }) {
  const report = useAnswer('time', '/api/v1/reports/project', {
    ...questionOfFilters(filters),
    supplemental_data: 'no',
  })
  return (
    <Loaded of={report} skeleton={<Skeleton lines={8} height={44} />}>
      {({ results }) => <Shown totals={results.project_report.totals} filters={filters} />}
    </Loaded>
  )
}

function Shown({ totals, filters }: { totals: Totals; filters: Filters }) {
  const me = useMe()
  const people = useRecords('users', { active: 'both' })
  const groups = useRecords('groups', { active: 'both' })
  const [open, setOpen] = useState<number>()
  const names = new Map([...(people.data ?? []), me.user].map((user) => [user.id, nameOf(user)]))
  const groupNames = new Map(groups.data?.map(({ id, name }) => [id, name]))
  const rows = rowsOf(totals.users, (id) => names.get(id) ?? `Person ${id}`)
  if (rows.length === 0)
    return (
      <Card>
        <Empty title="No time on these dates">Try other dates, another group, or everyone.</Empty>
      </Card>
    )
  return (
    <>
      <Card title="By person">
        <Table
          rows={rows}
          first="Person"
          label={({ id, name }) => (
            <span className="reports-job">
              <Avatar name={name} size={32} />
              <button type="button" className="reports-row" onClick={() => setOpen(id)}>
                {name}
              </button>
            </span>
          )}
        />
      </Card>
      <Card title="By group">
        <Table
          rows={rowsOf(totals.groups, (id) => (id === 0 ? 'No group' : (groupNames.get(id) ?? `Group ${id}`)))}
          first="Group"
          label={({ name }) => name}
        />
      </Card>
      {open !== undefined && (
        <Entries
          title={names.get(open) ?? `Person ${open}`}
          filters={{ ...filters, group: '', user: String(open) }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type Row = { id: number; name: string; seconds: number }

/** The report has hours with two decimals. */
function rowsOf(totals: Record<string, string | number> | [], nameOfRow: (id: number) => string): Row[] {
  return Object.entries(totals)
    .map(([id, value]) => ({ id: Number(id), name: nameOfRow(Number(id)), seconds: Math.round(Number(value) * 3600) }))
    .sort((a, b) => b.seconds - a.seconds)
}

function Table({ rows, first, label }: { rows: readonly Row[]; first: string; label: (row: Row) => React.ReactNode }) {
  return (
    <table className="reports-table">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" className="number">
            Hours
          </th>
          <th scope="col" className="reports-share reports-wide">
            <span className="unseen">Share as a bar</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{label(row)}</th>
            <td className="number">{hours(row.seconds)}</td>
            <td className="reports-wide">
              <Meter value={row.seconds} of={rows[0]!.seconds} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
