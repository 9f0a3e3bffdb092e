import '../../components/listing/takes_all.css'
import { Coffee, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useAnswer } from '../../api/queries.ts'
import { activeFilter, type Column, useList } from '../../components/listing/list.ts'
import { ActiveFilter, ListTable, ListTools } from '../../components/listing/listing.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { BreakDialog } from './break_dialog.tsx'
import { type Break, typeNames } from './change.ts'

/** The page with the company's breaks and unpaid time off codes. */
export default function BreaksPage() {
  const answer = useAnswer('setup', '/api/console/breaks')
  const [search, setSearch] = useSearchParams()
  const opened = search.get('break') ?? undefined
  const open = (id: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === undefined) after.delete('break')
        else after.set('break', id)
        return after
      },
      { replace: true },
    )
  const found = answer.data?.breaks.find(({ id }) => String(id) === opened)
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => open('new')}>
      {t('Add a break')}
    </Button>
  )
  return (
    <Page
      title={t('Breaks')}
      about={t('The breaks everyone can take at the clock, and unpaid time off.')}
      actions={add}
    >
      <Card>
        <Loaded of={answer} skeleton={<Skeleton lines={3} height={52} />}>
          {({ breaks }) =>
            breaks.length === 0 ? (
              <Empty icon={<Coffee size={40} aria-hidden="true" />} title={t('No breaks yet')} action={add}>
                {t('Add a meal or a rest break, and everyone can start it at the clock.')}
              </Empty>
            ) : (
              <Breaks breaks={breaks} onOpen={open} />
            )
          }
        </Loaded>
      </Card>
      {answer.data && (found || opened === 'new') && (
        <BreakDialog key={opened} of={found} onClose={() => open(undefined)} />
      )}
    </Page>
  )
}

function Breaks({ breaks, onOpen }: { breaks: readonly Break[]; onOpen: (id: string) => void }) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  const list = useList({ rows: breaks, text, columns, filters: activeFilter })
  return (
    <>
      <ListTools list={list} things={['break', 'breaks']}>
        <ActiveFilter list={list} />
      </ListTools>
      <ListTable
        list={list}
        columns={columns}
        label={t('Breaks')}
        nameOf={({ name }) => name}
        isDim={({ active }) => !active}
      />
    </>
  )
}

function text({ name, type }: Break): string {
  return `${name} ${t(typeNames[type])}`
}

function columnsOf(onOpen: (id: string) => void): Column<Break>[] {
  return [
    {
      key: 'name',
      name: t('Name'),
      by: ({ name }) => name,
      cell: ({ id, name, active }) => (
        <>
          <button type="button" className="listing-open takes-all" onClick={() => onOpen(String(id))}>
            {name}
          </button>
          {!active && <span className="badge">{t('Archived')}</span>}
        </>
      ),
    },
    { key: 'type', name: t('Type'), by: ({ type }) => t(typeNames[type]), cell: ({ type }) => t(typeNames[type]) },
  ]
}
