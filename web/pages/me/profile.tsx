import { languages } from '../../../src/rules/language/languages.ts'
import { msg } from '../../../src/rules/language/messages.ts'
import { useUnsaved } from '../../components/dialogs/unsaved_question.tsx'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { ZonePicker } from '../../components/fields/zone_picker.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'
import { useProfile } from './use_profile.ts'

const byOthers = msg('Only an administrator can change it.')

/** A person's contact details, time zone and clock format. */
export function Profile() {
  const profile = useProfile()
  const { user, form, set, rights, isChanged, problems } = profile
  useUnsaved(isChanged)
  return (
    <Card title={nameOf(user)}>
      <p className="quiet">{rich(t('You sign in as <name/>.'), { name: () => <strong>{user.username}</strong> })}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          profile.save()
        }}
      >
        {problems.form && <Notice kind="bad">{problems.form}</Notice>}
        <TextField
          label={t('Email')}
          hint={rights.mayMail ? undefined : t(byOthers)}
          disabled={!rights.mayMail}
          type="email"
          autoComplete="email"
          value={form.email}
          error={problems.email}
          onChange={({ target }) => set({ email: target.value })}
        />
        <TextField
          label={t('Mobile number')}
          hint={rights.mayCall ? undefined : t(byOthers)}
          disabled={!rights.mayCall}
          type="tel"
          autoComplete="tel"
          value={form.mobile}
          error={problems.mobile}
          onChange={({ target }) => set({ mobile: target.value })}
        />
        <ZonePicker
          label={t('Time zone')}
          hint={rights.mayMove ? t('Your workdays start and end in this time zone.') : t(byOthers)}
          disabled={!rights.mayMove}
          value={form.tz}
          onChange={(tz) => set({ tz })}
        />
        <SelectField
          label={t('Language')}
          value={form.language}
          onChange={({ target }) => set({ language: target.value })}
        >
          <option value="">{t('Browser default')}</option>
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('Time format')}
          hint={rights.mayClock ? undefined : t(byOthers)}
          disabled={!rights.mayClock}
          value={form.clock}
          onChange={({ target }) => set({ clock: target.value })}
        >
          <option value="12">{t('7:05 PM')}</option>
          <option value="24">19:05</option>
        </SelectField>
        <div className="actions">
          <Button type="submit" kind="primary" busy={profile.isSaving} disabled={!isChanged}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
