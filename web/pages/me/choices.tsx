import { useState } from 'react'
import { kinds } from '../../../src/rules/notifications/kinds.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { useUnsaved } from '../../components/dialogs/unsaved_question.tsx'
import { Check } from '../../components/fields/field.tsx'
import { TimeField } from '../../components/fields/time_field.tsx'
import { isTimeOfDay } from '../../components/fields/time_of_day.ts'
import { channels, KindTable } from '../../components/listing/kind_table.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { inSentence, locale, t } from '../../language.ts'

type Choices = AnswerOf<'GET /api/console/notification_choices'>

type Quiet = NonNullable<Choices['quiet']>

const path = '/api/console/notification_choices'
const usualQuiet: Quiet = { from: '22:00', to: '07:00' }

/** Which notifications a person gets and on which channels. Each click saves; the bell shows everything regardless. */
export function NotificationChoices() {
  const choices = useAnswer('setup', path)
  return (
    <Card title={t('Notification settings')}>
      <p className="quiet">{t('Whatever you choose here, the bell in the app shows everything.')}</p>
      <Loaded of={choices}>
        {(given) => (
          <>
            <Missing {...given} />
            <KindTable
              kinds={given.kinds.map(({ title, about, push, email, ...kind }) => ({
                ...kind,
                title: t(title),
                about: t(about),
                on: { push, email },
              }))}
              columns={channels}
              onChange={(name, way, on) => change(name, { [way]: on })}
              onReset={(name) => change(name, null)}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function change(name: string, to: object | null): Promise<unknown> {
  return changing(() => ask('PUT', path, { body: { kinds: { [name]: to } } })).catch(toastError)
}

/** Warns about channels that cannot reach the person yet. */
function Missing({ devices, mails }: Choices) {
  const me = useMe()
  const mail = me.sends_mail
    ? t('You don’t get email yet: add your email address to your profile.')
    : t('This server doesn’t send email.')
  const said = [
    devices === 0 && t('None of your devices gets notifications yet. Allow them on this one.'),
    !mails && mail,
  ].filter(Boolean)
  if (said.length === 0) return null
  return <p className="me-missing">{said.join(' ')}</p>
}

/** The kinds that are sent even during quiet hours. */
const always = Object.values(kinds).filter(({ waits, whose }) => !waits && whose === 'own')

/** Hours in which only urgent notifications are sent. */
export function QuietHours() {
  const choices = useAnswer('setup', path)
  return (
    <Card title={t('Quiet hours')}>
      <p className="quiet">
        {t('Notifications wait until quiet hours end, except {kinds}.', {
          kinds: listOf(always.map(({ title }) => inSentence(t(title)))),
        })}
      </p>
      <Loaded of={choices}>
        {({ quiet, zone }) => <QuietForm key={JSON.stringify(quiet)} quiet={quiet} zone={zone} />}
      </Loaded>
    </Card>
  )
}

function QuietForm({ quiet, zone }: Pick<Choices, 'quiet' | 'zone'>) {
  const [isOn, setOn] = useState(quiet !== null)
  const [from, setFrom] = useState((quiet ?? usualQuiet).from)
  const [to, setTo] = useState((quiet ?? usualQuiet).to)
  const save = useChange((next: Quiet | null) => ask('PUT', path, { body: { quiet: next } }))
  const next = isOn ? { from, to } : null
  const isChanged = JSON.stringify(next) !== JSON.stringify(quiet)
  useUnsaved(isChanged)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(next, { onSuccess: () => toast(t('Saved.')) })
      }}
    >
      <Check label={t('Use quiet hours')} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
      {isOn && (
        <div className="form-row">
          <TimeField
            label={t('From@@time of day')}
            required
            value={from}
            error={save.error?.message}
            onChange={setFrom}
          />
          <TimeField
            label={t('To@@time of day')}
            required
            value={to}
            hint={t('In {zone}.', { zone: zone.replaceAll('_', ' ') })}
            onChange={setTo}
          />
        </div>
      )}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          busy={save.isPending}
          disabled={!isChanged || (isOn && ![from, to].every(isTimeOfDay))}
        >
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

function listOf(words: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words)
}
