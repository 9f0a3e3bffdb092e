import { useId } from 'react'
import { useRecords } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { CheckList } from '../../components/checklist.tsx'
import { useGroupOptions, usePeopleOptions } from '../../components/options.ts'

/** Everybody, or the people that are chosen one by one or by their groups. */
export function PeopleChoice({
  everybody,
  onEverybody,
  chosen,
  onChosen,
}: {
  everybody: boolean
  onEverybody: (everybody: boolean) => void
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}) {
  return (
    <>
      <EverybodyOrChosen everybody={everybody} onEverybody={onEverybody} />
      {!everybody && <PeopleList chosen={chosen} onChosen={onChosen} />}
    </>
  )
}

/** The two ways in which a job is given to people. */
export function EverybodyOrChosen({
  everybody,
  onEverybody,
}: {
  everybody: boolean
  onEverybody: (everybody: boolean) => void
}) {
  const id = useId()
  return (
    <fieldset className="jobs-two">
      <legend className="unseen">Who may use it</legend>
      <label className="jobs-choice">
        <input type="radio" name={id} checked={everybody} onChange={() => onEverybody(true)} />
        <span>Everybody</span>
      </label>
      <label className="jobs-choice">
        <input type="radio" name={id} checked={!everybody} onChange={() => onEverybody(false)} />
        <span>Only chosen people</span>
      </label>
    </fieldset>
  )
}

/** People to choose, with buttons that choose whole groups. */
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
      <CheckList label="People" things="people" options={people} chosen={chosen} onChange={onChosen} />
      {groups.length > 0 && (
        <fieldset>
          <legend className="label">Choose a whole group</legend>
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
