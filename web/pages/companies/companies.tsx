import '../people/people.css'
import { useMemo, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { passwordMin } from '../../../src/rules/people/passwords.ts'
import { countries } from '../../../src/rules/settings/countries.ts'
import { newCompanyProblems } from '../../../src/rules/settings/new_company.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { type Form, FormProblem, useForm } from '../../components/fields/form.tsx'
import { ZonePicker } from '../../components/fields/zone_picker.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Notice, Page } from '../../components/page/page.tsx'
import { FieldProblems, type Labels } from '../../components/page/refusals.ts'
import { rich } from '../../components/page/rich.tsx'
import { locale, t } from '../../language.ts'
import { useSignOut } from '../../sign_out.tsx'

type Made = AnswerOf<'POST /api/console/companies'> & { name: string }

const labels: Labels = {
  company_name: msg('Company name'),
  country: msg('Country'),
  tz: msg('Time zone'),
  first_name: msg('First name'),
  last_name: msg('Last name'),
  email: msg('Email'),
  username: msg('Username'),
  password: msg('Password'),
  breaks: msg('Begin with a 30-minute unpaid meal and a 10-minute paid rest'),
}

/** Creates another company on this server. */
export default function CompaniesPage() {
  const [made, setMade] = useState<Made>()
  return (
    <Page
      title={t('Another company')}
      about={t('A separate company on this server: its people, jobs, and time are separate from yours.')}
    >
      {made ? <Created company={made} onAnother={() => setMade(undefined)} /> : <NewCompany onMade={setMade} />}
    </Page>
  )
}

function NewCompany({ onMade }: { onMade: (company: Made) => void }) {
  const { user, settings, zone } = useMe()
  const form = useForm(
    {
      company_name: '',
      country: String(settings.general?.country ?? ''),
      tz: zone,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email ?? '',
      username: user.username ?? '',
      password: '',
      breaks: true,
    },
    labels,
  )
  const save = form.onSubmit(async (_, values) => {
    const { breaks: _breaks, ...fields } = values
    const problems = newCompanyProblems(fields, t)
    if (Object.keys(problems).length > 0) throw new FieldProblems(problems)
    const made = await ask('POST', '/api/console/companies', { body: values })
    onMade({ ...made, name: values.company_name.trim() })
  })
  return (
    <form ref={form.ref} className="people-form" onSubmit={save} noValidate>
      <CompanyFields form={form} />
      <AdministratorFields form={form} />
      <FormProblem text={form.general} />
      <div className="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('Create company')}
        </Button>
      </div>
    </form>
  )
}

type Values = {
  company_name: string
  country: string
  tz: string
  first_name: string
  last_name: string
  email: string
  username: string
  password: string
  breaks: boolean
}

function CompanyFields({ form }: { form: Form<Values> }) {
  const places = useMemo(countriesByName, [])
  return (
    <Card title={t('Company')}>
      <div className="form">
        <TextField {...form.text('company_name')} required maxLength={100} autoComplete="off" />
        <SelectField
          {...form.text('country')}
          hint={t('Decides the first day of the week, clock, currency, and holidays.')}
        >
          <option value="">{t('Choose a country')}</option>
          {places.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <ZonePicker
          label={t('Time zone')}
          hint={t('Days and overtime are counted in this zone.')}
          error={form.problems.tz}
          value={form.values.tz}
          onChange={(tz) => form.set({ tz })}
        />
        <Check {...form.check('breaks')} />
      </div>
    </Card>
  )
}

/** The countries in the reader's language, sorted. */
function countriesByName(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'region' })
  return countries
    .map(({ code }) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale()))
}

function AdministratorFields({ form }: { form: Form<Values> }) {
  return (
    <Card title={t('First administrator')}>
      <p className="quiet">
        {t(
          'An account of that company only, with its own password. To be its administrator yourself, leave your name here.',
        )}
      </p>
      <div className="form">
        <div className="form-row">
          <TextField {...form.text('first_name')} required autoComplete="off" />
          <TextField {...form.text('last_name')} required autoComplete="off" />
        </div>
        <div className="form-row">
          <TextField {...form.text('email')} type="email" required autoComplete="off" />
          <TextField {...form.text('username')} required autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </div>
        <TextField
          {...form.text('password')}
          type="password"
          required
          autoComplete="new-password"
          hint={t('At least {count} characters. A few words in a row are easy to remember and hard to guess.', {
            count: passwordMin,
          })}
        />
      </div>
    </Card>
  )
}

function Created({ company, onAnother }: { company: Made; onAnother: () => void }) {
  const { signOut, dialog } = useSignOut()
  return (
    <Card>
      <Notice kind="good" title={t('{name} was created.', { name: company.name })}>
        {rich(t('Sign in to it with the company <company/> and the username <username/>.'), {
          company: () => <strong>{company.client_url}</strong>,
          username: () => <strong>{company.username}</strong>,
        })}
      </Notice>
      <div className="actions">
        <Button kind="primary" onClick={() => void signOut()}>
          {t('Sign out to sign in there')}
        </Button>
        <Button onClick={onAnother}>{t('Create another')}</Button>
      </div>
      {dialog}
    </Card>
  )
}
