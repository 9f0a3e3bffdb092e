import { useState } from 'react'
import { mayChangeOwn } from '../../../src/rules/access.ts'
import { languages } from '../../../src/rules/language/languages.ts'
import { msg } from '../../../src/rules/language/messages.ts'
import { useChange } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { type Me, useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { nameOf } from '../../components/names.ts'
import { Card, Notice } from '../../components/page.tsx'
import { rich } from '../../components/rich.tsx'
import { toast } from '../../components/toast.ts'
import { useUnsaved } from '../../components/unsaved_question.tsx'
import { ZonePicker } from '../../components/zone_picker.tsx'
import { t } from '../../language.ts'

const byOthers = msg('Only an administrator can change it.')

/** A person's contact details, time zone and clock format. */
export function Profile() {
  const me = useMe()
  const { user, zone } = me
  const [email, setEmail] = useState(user.email ?? '')
  const [mobile, setMobile] = useState(user.mobile_number ?? '')
  const [tz, setZone] = useState(zone)
  const spoken = String(me.settings.general?.language ?? '')
  const [language, setLanguage] = useState(spoken)
  const [clock, setClock] = useState(String(me.settings.general?.time_format))
  const { mayMove, mayMail, mayCall, mayClock } = rightsOf(me)
  const person = {
    ...(email !== (user.email ?? '') && { email }),
    ...(mobile !== (user.mobile_number ?? '') && { mobile_number: mobile }),
  }
  const own = {
    ...(tz !== zone && { tz }),
    ...(language !== spoken && { language }),
    ...(clock !== String(me.settings.general?.time_format) && { time_format: Number(clock) }),
  }
  const isChanged = Object.keys(person).length + Object.keys(own).length > 0
  useUnsaved(isChanged)
  const [asksPassword, askPassword] = useState(false)
  const put = async (password?: string) => {
    const beside = password === undefined ? {} : { beside: { password } }
    if (Object.keys(person).length > 0) only(await update('users', [{ id: user.id, ...person }], beside))
    if (Object.keys(own).length > 0) await ask('PUT', '/api/console/own_settings', { body: own })
  }
  const save = useChange(() => put())
  const onSaved = () => {
    askPassword(false)
    toast(t('Saved.'))
  }
  const problem = save.error?.message ?? ''
  const about = (field: string) => (problem.toLowerCase().startsWith(field) ? problem : undefined)
  return (
    <Card title={nameOf(user)}>
      <p className="quiet">{rich(t('You sign in as <name/>.'), { name: () => <strong>{user.username}</strong> })}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if ('email' in person) askPassword(true)
          else save.mutate(undefined, { onSuccess: onSaved })
        }}
      >
        {problem && !about('email') && !about('mobile') && <Notice kind="bad">{problem}</Notice>}
        <TextField
          label={t('Email')}
          hint={mayMail ? undefined : t(byOthers)}
          disabled={!mayMail}
          type="email"
          autoComplete="email"
          value={email}
          error={about('email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField
          label={t('Mobile number')}
          hint={mayCall ? undefined : t(byOthers)}
          disabled={!mayCall}
          type="tel"
          autoComplete="tel"
          value={mobile}
          error={about('mobile')}
          onChange={({ target }) => setMobile(target.value)}
        />
        <ZonePicker
          label={t('Time zone')}
          hint={mayMove ? t('Your workdays start and end in this time zone.') : t(byOthers)}
          disabled={!mayMove}
          value={tz}
          onChange={setZone}
        />
        <SelectField label={t('Language')} value={language} onChange={({ target }) => setLanguage(target.value)}>
          <option value="">{t('Browser default')}</option>
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('Time format')}
          hint={mayClock ? undefined : t(byOthers)}
          disabled={!mayClock}
          value={clock}
          onChange={({ target }) => setClock(target.value)}
        >
          <option value="12">{t('7:05 PM')}</option>
          <option value="24">19:05</option>
        </SelectField>
        <div className="actions">
          <Button type="submit" kind="primary" busy={save.isPending} disabled={!isChanged}>
            {t('Save')}
          </Button>
        </div>
      </form>
      {asksPassword && (
        <Confirm
          title={t('Change your email address?')}
          action={t('Save')}
          kind="primary"
          asksPassword
          run={put}
          onClose={() => askPassword(false)}
          onDone={onSaved}
        >
          <p>{t('New passwords are sent there, so confirm that it’s you.')}</p>
        </Confirm>
      )}
    </Card>
  )
}

/** Which parts of their profile users may change themselves. */
function rightsOf(me: Me) {
  const general = me.settings.general ?? {}
  const managesUsers = me.may('manage_users')
  return {
    mayMove: me.is_admin || mayChangeOwn(general, 'tz'),
    mayClock: me.is_admin || mayChangeOwn(general),
    mayMail: managesUsers || mayChangeOwn(general, 'email'),
    mayCall: managesUsers || mayChangeOwn(general),
  }
}
