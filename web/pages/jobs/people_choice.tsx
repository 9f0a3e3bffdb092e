import { useId } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useGroupOptions, usePeopleOptions } from '../../components/fields/options.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'

/** Everyone, or people selected individually or by group. */
export function PeopleChoice({
  everyone,
  onEveryone,
  chosen,
  onChosen,
}: {
  everyone: boolean
  onEveryone: (everyone: boolean) => void
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}) {
  return (
    <>
      <EveryoneOrSelected everyone={everyone} onEveryone={onEveryone} />
      {!everyone && <PeopleList chosen={chosen} onChosen={onChosen} />}
    </>
  )
}

/** The choice between everyone and selected people. */
export function EveryoneOrSelected({
  everyone,
  onEveryone,
}: {
  everyone: boolean
  onEveryone: (everyone: boolean) => void
}) {
  const id = useId()
  return (
    <fieldset className="jobs-two">
      <legend className="unseen">{t('Who can use it')}</legend>
      <label className="jobs-choice">
        <input type="radio" name={id} checked={everyone} onChange={() => onEveryone(true)} />
        <span>{t('Everyone')}</span>
      </label>
      <label className="jobs-choice">
        <input type="radio" name={id} checked={!everyone} onChange={() => onEveryone(false)} />
        <span>{t('Only selected people')}</span>
      </label>
    </fieldset>
  )
}

/** A list to select people from, with buttons to select whole groups. */
export function PeopleList({
  chosen,
  onChosen,
}: {
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}) {
  const people = usePeopleOptions()
  const groups = useGroupOptions()
  const users = useRecords('users', { active: 'yes' })
  const addGroup = (group: number) => {
    const members = (users.data ?? []).filter(({ group_id }) => group_id === group).map(({ id }) => id)
    onChosen(chosen.union(new Set(members)))
  }
  return (
    <>
      <CheckList label={t('People')} things="people" options={people} chosen={chosen} onChange={onChosen} />
      {groups && groups.length > 0 && (
        <fieldset>
          <legend className="label">{t('Select a whole group')}</legend>
          <div className="actions">
            {groups.map(({ id, name }) => (
              <Button key={id} onClick={() => addGroup(id)}>
                {name}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}
