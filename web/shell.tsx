import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { useConfirmationNeeded } from './api/confirmation.ts'
import { deviceOwned, ownerOf } from './api/device_owner.ts'
import { followChanges } from './api/live.ts'
import { noteSignedIn, useSignedOut } from './api/session.ts'
import { useMe } from './api/start.ts'
import { Bell } from './components/bell/bell.tsx'
import { later, laterDialog } from './components/dialogs/later.tsx'
import { Menu } from './components/dialogs/menu.tsx'
import { Toasts } from './components/dialogs/toasts.tsx'
import { useUnsavedQuestion } from './components/dialogs/unsaved.ts'
import { MenuPages } from './components/finding/menu_pages.ts'
import { whenIdle } from './components/page/idle.ts'
import { OfflineNotice } from './components/page/offline_notice.tsx'
import { Skeleton } from './components/page/page.tsx'
import { Keys } from './components/palette/keys.tsx'
import { nameOf } from './components/people/names.ts'
import { Avatar } from './components/people/person.tsx'
import { setCurrency } from './components/time/currency.ts'
import { timeFormatOf } from './components/time/time_format.ts'
import { useInstall } from './install.ts'
import { followLanguage, t } from './language.ts'
import { isIn, NavLink } from './nav_link.tsx'
import { followNetwork } from './offline.ts'
import { own, ownName } from './own_address.ts'
import { iconOfMenu, type PageEntry, pages } from './pages/index.ts'
import { useSignOut } from './sign_out.tsx'
import { setClock, setTwelveHours } from './time.ts'

const More = later(() => import('./more.tsx'))
const NotHere = later(() => import('./not_here.tsx'))
const Confirmation = laterDialog(() => import('./components/dialogs/confirmation.tsx'))
const SignedOut = later(() => import('./signed_out.tsx'))
const ClockNotice = later(() => import('./components/page/clock_notice.tsx'))
const NextStep = later(() => import('./pages/welcome/next_step.tsx'))
const Running = later(() => import('./components/time/running.tsx'))

const InstallIcon = iconOfMenu('Download')
const SignOutIcon = iconOfMenu('LogOut')

/** How long after the app opens it prefetches the other pages. */
const restMilliseconds = 8000

/** The maximum number of pages in a phone's tab bar; the rest are under More. */
const tabsMax = 4

/** The frame around every page: the navigation, and the subscriptions that run while the app is open. */
export function Shell() {
  const me = useMe()
  const owner = ownerOf(me)
  // Before the page is rendered, because its code may already be loaded.
  useMemo(() => setClock(me.now), [me.now])
  useEffect(noteSignedIn, [])
  const language = String(me.settings.general?.language ?? '')
  useEffect(() => followLanguage(language), [language])
  const currency = String(me.settings.general?.currency ?? '')
  useMemo(() => setCurrency(currency), [currency])
  const { twelve } = timeFormatOf(me)
  useMemo(() => setTwelveHours(twelve), [twelve])
  // Follow changes from this answer on, because requests sent in parallel do not know about later changes.
  const [loaded] = useState(me.company)
  useEffect(() => followChanges(loaded), [loaded])
  useEffect(() => followNetwork(me.company.id, me.user.id), [me.company.id, me.user.id])
  useEffect(() => {
    // Load the notification code only if someone turned on notifications here.
    if (!deviceOwned()) return
    void import('./api/device.ts').then(({ keepDevice }) => keepDevice(owner)).catch(() => {})
  }, [owner])
  useEffect(() => {
    // Prefetches the other pages one at a time, once this page is idle, so they are loaded when someone clicks a link.
    const waiting = pages.filter((page) => page.menu === 'main' && page.who(me))
    const loadNext = () =>
      void waiting
        .shift()
        ?.load()
        .then(() => whenIdle(loadNext))
        .catch(() => {})
    return whenIdle(loadNext, restMilliseconds)
  }, [me])
  const [location] = useLocation()
  const mine = pages.filter((page) => page.who(me))
  const main = mine.filter(({ menu }) => menu === 'main')
  const manage = mine.filter(({ menu }) => menu === 'manage')
  const tabs = main.slice(0, tabsMax)
  // A page about one record has no address of its own.
  const addressed = useMemo(() => pages.filter((page) => page.who(me) && !page.path.endsWith('/:id')), [me])
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <header className="bar">
        <Link href="/" className="brand">
          <img src={own('/assets/clockhouse.svg')} alt="" width="28" height="28" />
          <span title={me.company.name}>{me.company.name}</span>
        </Link>
        <nav className="bar-nav" aria-label={t('Main@@navigation')}>
          {main.map((page) => (
            <NavLink key={page.path} page={page} />
          ))}
          {manage.length > 0 && (
            <Menu
              align="start"
              button={
                <span className="nav-link">
                  {t('Manage')} <ChevronDown size={16} aria-hidden="true" />
                </span>
              }
            >
              {manage.map((page) => (
                <NavLink key={page.path} page={page} />
              ))}
            </Menu>
          )}
        </nav>
        <div className="bar-end">
          <Keys />
          <Bell />
          <PersonMenu own={mine.filter(({ menu }) => menu === 'own')} />
        </div>
      </header>
      {location !== '/' && <OfflineNotice />}
      {me.clock_in_doubt && <ClockNotice />}
      <Suspense
        fallback={
          <main id="main" className="page">
            <Skeleton lines={4} height={72} />
          </main>
        }
      >
        <MenuPages value={addressed}>
          <Switch>
            {me.inspects && (
              <Route path="/">
                <Redirect to="/reports/hours" replace />
              </Route>
            )}
            <Route path="/clock">
              <Redirect to="/#clock" replace />
            </Route>
            {mine.map(({ path, page }) => (
              <Route key={path} path={path} component={page} />
            ))}
            <Route path="/more">
              <More groups={[main.slice(tabsMax), manage]} />
            </Route>
            <Route>
              <NotHere />
            </Route>
          </Switch>
        </MenuPages>
      </Suspense>
      {me.is_admin && sessionStorage.getItem(ownName('setup')) && <NextStep />}
      <nav className="tabs" aria-label={t('Main, short')}>
        {tabs.map((page) => (
          <NavLink key={page.path} page={page} />
        ))}
        {main.length + manage.length > tabs.length && <MoreLink pages={[...main.slice(tabsMax), ...manage]} />}
      </nav>
      <Toasts />
      <Asking />
      {me.user.permissions?.time_tracking && <Running />}
    </>
  )
}

function MoreLink({ pages }: { pages: readonly PageEntry[] }) {
  const [location] = useLocation()
  const here = location === '/more' || pages.some((page) => isIn(page, location))
  return (
    <Link href="/more" state={{ moved: true }} className="nav-link" aria-current={here ? 'page' : undefined}>
      <MenuIcon size={20} aria-hidden="true" />
      <span>{t('More')}</span>
    </Link>
  )
}

function PersonMenu({ own }: { own: readonly PageEntry[] }) {
  const { user } = useMe()
  const name = nameOf(user)
  const { signOut, dialog } = useSignOut()
  const install = useInstall()
  return (
    <>
      <Menu
        label={t('your account')}
        className="person-menu"
        button={
          <>
            <Avatar name={name} />
            <span className="person-name">{name}</span>
          </>
        }
      >
        {own.map((page) => (
          <NavLink key={page.path} page={page} />
        ))}
        {install && (
          <button type="button" className="nav-link" onClick={install}>
            <InstallIcon size={20} />
            <span>{t('Install Clockhouse')}</span>
          </button>
        )}
        <button type="button" className="nav-link" onClick={() => void signOut()}>
          <SignOutIcon size={20} />
          <span>{t('Sign out')}</span>
        </button>
      </Menu>
      {dialog}
    </>
  )
}

/** What is asked over any page: to sign in again, to keep what was typed, and who is at the screen. */
function Asking() {
  const UnsavedQuestion = useUnsavedQuestion()
  const isSignedOut = useSignedOut()
  const answerWhoItIs = useConfirmationNeeded()
  return (
    <>
      {isSignedOut && <SignedOut />}
      {UnsavedQuestion && <UnsavedQuestion />}
      {answerWhoItIs && <Confirmation onAnswer={answerWhoItIs} />}
    </>
  )
}
