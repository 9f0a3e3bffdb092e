import './settings.css'
import { useCallback, useMemo, useState } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { useConsent } from '../../components/dialogs/consent.tsx'
import { useAnchors } from '../../components/page/anchor.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Button } from '../../components/page/button.tsx'
import { Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { cards } from './cards.tsx'
import { type Scope, useSettings } from './form.ts'
import { Overview } from './overview.tsx'
import { Place } from './place.tsx'
import { Effects } from './preview.tsx'
import { SaveBar } from './save_bar.tsx'
import { addressOf, type Section, sectionsAt } from './sections.ts'
import { Side } from './side.tsx'
import { StepBar } from './step_bar.tsx'

const company: Scope = { for: 'company' }

/** The company's settings: an overview, and a page for each section. One bar saves what was changed in any of them. */
export default function SettingsPage() {
  const { section: id } = useParams<{ section?: string }>()
  const [scope, setScope] = useState(company)
  const [, navigate] = useLocation()
  const known = useMemo(() => new Map(sectionsAt(company).map((section) => [section.id, section])), [])
  const section = id === undefined ? undefined : known.get(id)
  // Until sections had pages, their addresses were `/settings#rounding`.
  useAnchors(
    (fragment) => known.has(fragment),
    id === undefined,
    (fragment) => navigate(addressOf(fragment), { replace: true, state: { moved: true } }),
  )
  if (id !== undefined && !section) return <Redirect to="/settings" replace />
  return (
    <Page
      title={t('Company settings')}
      {...(section && { windowTitle: t(section.title) })}
      about={
        section ? (
          <BackLink href="/settings">{t('All settings')}</BackLink>
        ) : (
          t('Defaults for everyone, with overrides for groups and people.')
        )
      }
    >
      <Body key={`${scope.for} ${scope.id}`} scope={scope} open={section} onScope={setScope} />
    </Page>
  )
}

type Props = { scope: Scope; open: Section | undefined; onScope: (scope: Scope) => void }

function Body({ scope, open, onScope }: Props) {
  const [, navigate] = useLocation()
  const isChosen = scope.for !== 'user' || scope.id !== undefined
  const sections = useMemo(() => (isChosen ? sectionsAt(scope) : []), [scope, isChosen])
  // The sections that were opened stay, hidden, with their unsaved changes.
  const [opened, setOpened] = useState<readonly string[]>([])
  if (open && !opened.includes(open.id)) setOpened([...opened, open.id])
  const showProblem = useCallback(
    (form: HTMLFormElement) => {
      const id = form.closest<HTMLElement>('[data-section]')?.dataset.section
      if (id) navigate(addressOf(id))
    },
    [navigate],
  )
  return (
    <div className="settings-page" data-open={open?.id} data-keeps-forms="/settings">
      <Side scope={scope} sections={sections} current={open?.id} onScope={onScope} />
      <div className="settings-main">
        {!isChosen ? (
          <Empty title={t('Choose a person')} />
        ) : (
          <SaveBar onProblem={showProblem}>
            {open && scope.for === 'company' && <StepBar section={open.id} />}
            <Sections scope={scope} sections={sections} open={open} opened={opened} />
            {open && !sections.some(({ id }) => id === open.id) && (
              <Empty
                title={t('{setting} applies to the whole company', { setting: t(open.title) })}
                action={<Button onClick={() => onScope(company)}>{t('Show the company’s settings')}</Button>}
              />
            )}
          </SaveBar>
        )}
      </div>
    </div>
  )
}

type Shown = { scope: Scope; sections: readonly Section[]; open: Section | undefined; opened: readonly string[] }

function Sections({ scope, sections, open, opened }: Shown) {
  const { alter, dialog } = useConsent((day) =>
    t('Time through {day} is approved. Some of it would be paid differently than it was approved.', { day }),
  )
  const form = useSettings(scope, (send, change) => alter(send, <Effects scope={scope} change={change} />))
  return (
    <Loaded of={form.question} skeleton={<Skeleton lines={5} height={open ? 72 : 180} />}>
      {() => (
        <div className="settings-cards">
          {!open && <Overview scope={scope} sections={sections} form={form} />}
          {sections
            .filter(({ id }) => opened.includes(id))
            .map((section) => (
              <Place key={section.id} section={section} hidden={section.id !== open?.id}>
                {cards[section.id]!({ form, scope, alter })}
              </Place>
            ))}
          {dialog}
        </div>
      )}
    </Loaded>
  )
}
