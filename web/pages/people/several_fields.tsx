import type { Records } from '../../api/records.ts'
import { Check, SelectField, TextArea, TextField } from '../../components/fields/field.tsx'
import { Notice } from '../../components/page/page.tsx'
import { rateOf } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import type { Listed } from './several.ts'
import { lookText } from './several_words.ts'
import type { Several } from './use_several.ts'

/** The fields of a list of new people: their names, what they have in common, and how the list is read. */
export function SeveralFields({ of, groups }: { of: Several; groups: readonly Records['groups'][] }) {
  const { text, group, pay, invites, maySetPay, mayInvite, sendsMail } = of
  return (
    <>
      <TextArea
        label={t('Names')}
        rows={6}
        hint={
          maySetPay
            ? t('One person per line. An email address and pay per hour may follow: Ana Silva, ana@example.com, 28.50')
            : t('One person per line. An email address may follow the name: Ana Silva, ana@example.com')
        }
        error={of.problem}
        className="people-names"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => of.setText(target.value)}
      />
      <AsRead of={of} />
      {(maySetPay || groups.length > 0) && (
        <div className="form-row">
          {maySetPay && (
            <TextField
              label={t('Pay per hour')}
              hint={t('Optional, for lines without an amount.')}
              error={of.payProblem}
              inputMode="decimal"
              autoComplete="off"
              value={pay}
              onChange={({ target }) => of.setPay(target.value)}
            />
          )}
          {groups.length > 0 && (
            <SelectField label={t('Group')} value={group} onChange={({ target }) => of.setGroup(target.value)}>
              <option value="0">{t('No group')}</option>
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      )}
      {mayInvite && (
        <Check
          label={t('Invite them now')}
          hint={
            sendsMail
              ? t('By email, and those without an address by a sheet of links and QR codes to print.')
              : t('You get a sheet of links and QR codes to print, or to send yourself.')
          }
          checked={invites}
          onChange={({ target }) => of.setInvites(target.checked)}
        />
      )}
      <Notice>{t('They are added as employees. You can change roles, pay, and everything else later.')}</Notice>
    </>
  )
}

/** The label of the button that adds them. */
export function addLabel({ people }: Several): string {
  if (people.length === 0) return t('Add people')
  return t('{count, plural, one {Add # person} other {Add # people}}', { count: people.length })
}

/** What the lines mean, so that no name or amount is taken for another, and what must be looked at first. */
function AsRead({ of }: { of: Several }) {
  const { people, mustLook, looked, setLooked } = of
  if (people.length === 0) return null
  return (
    <>
      <ul className="people-read" aria-label={t('As read')}>
        {people.map((person) => (
          <PersonRead key={person.number} person={person} rate={of.payOf(person)} />
        ))}
      </ul>
      {mustLook && (
        <Check
          label={t('The marked lines are right')}
          hint={t('Look at them first, or write them another way.')}
          checked={looked}
          onChange={({ target }) => setLooked(target.checked)}
        />
      )}
    </>
  )
}

function PersonRead({ person, rate }: { person: Listed; rate: number | undefined }) {
  const paid = rate === undefined ? '' : t('{amount} an hour', { amount: rateOf(rate) })
  return (
    <li>
      <strong>{`${person.first_name} ${person.last_name}`}</strong>{' '}
      <span className="quiet">{[person.email, paid].filter(Boolean).join(' · ')}</span>
      {person.looks.map((look) => (
        <span key={look.of} className="people-look">
          {lookText(look, person)}
        </span>
      ))}
    </li>
  )
}
