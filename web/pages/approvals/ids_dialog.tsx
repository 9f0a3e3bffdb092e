import { useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { type Records, update } from '../../api/records.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Loaded } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'
import { changedIds, type IdField, idOf, personFields } from './lacks.ts'

type User = Records['users']

/** The ids of these people in the payroll program, in one table, to be typed in place. */
export function IdsDialog({ field, ids, onClose }: { field: IdField; ids: readonly number[]; onClose: () => void }) {
  const found = useRecords('users', { active: 'both' })
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const people = (found.data ?? []).filter(({ id }) => ids.includes(id))
  const changed = changedIds(people, typed, field)
  const run = async () => {
    const outcomes = await update('users', changed)
    const refused = outcomes.findIndex(({ ok }) => !ok)
    const outcome = outcomes[refused]
    if (!outcome || outcome.ok) return toast(t('Saved.'))
    const person = people.find(({ id }) => id === changed[refused]!.id)
    throw new Error(`${person ? nameOf(person) : ''}: ${outcome.message}`)
  }
  const takeNumbers = () =>
    setTyped(new Map(people.flatMap((user) => (user.employee_number ? [[user.id, String(user.employee_number)]] : []))))
  return (
    <ActionDialog
      title={t(personFields[field])}
      label={t('Save')}
      run={run}
      disabled={changed.length === 0}
      onClose={onClose}
      other={
        field === 'payroll_id' && people.some(({ employee_number }) => employee_number > 0) ? (
          <Button onClick={takeNumbers}>{t('Use the employee number for all')}</Button>
        ) : undefined
      }
    >
      <Loaded of={found}>
        {() => (
          <table className="payrun-ids" aria-label={t(personFields[field])}>
            <thead>
              <tr>
                <th scope="col">{t('Person')}</th>
                <th scope="col">{t(personFields[field])}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((user) => (
                <IdRow
                  key={user.id}
                  user={user}
                  field={field}
                  value={typed.get(user.id) ?? idOf(user, field)}
                  onChange={(text) => setTyped(new Map(typed).set(user.id, text))}
                />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </ActionDialog>
  )
}

function IdRow({
  user,
  field,
  value,
  onChange,
}: {
  user: User
  field: IdField
  value: string
  onChange: (text: string) => void
}) {
  return (
    <tr>
      <th scope="row">{nameOf(user)}</th>
      <td className="field">
        <input
          aria-label={t('{field} of {name}', { field: t(personFields[field]), name: nameOf(user) })}
          inputMode={field === 'employee_number' ? 'numeric' : undefined}
          autoComplete="off"
          maxLength={field === 'employee_number' ? 10 : 64}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </td>
    </tr>
  )
}
