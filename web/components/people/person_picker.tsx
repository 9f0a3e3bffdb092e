import { useMemo } from 'react'
import { t } from '../../language.ts'
import { ListPicker } from '../fields/picker.tsx'
import { byName, nameOf } from './names.ts'

type Person = Parameters<typeof nameOf>[0] & { id: number; group_id?: number; active?: boolean }

type Props = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  people: readonly Person[]
  /** The id of the selected person; 0 for `none`. */
  value: number
  /** The option besides people, such as `Everyone`. */
  none?: string
  /** The name of a selected person who is not among the people. */
  text?: string | undefined
  /** The text next to a name, such as the group. */
  detail?: (person: Person) => string | undefined
  onChange: (id: number) => void
}

/** A person field. It opens a list that can be searched by name. */
export function PersonPicker({ people, text, detail, ...rest }: Props) {
  const choices = useMemo(
    () => people.toSorted(byName).map((person) => ({ id: person.id, name: nameOf(person), detail: detail?.(person) })),
    [people, detail],
  )
  return (
    <ListPicker
      choices={choices}
      text={text || t('Choose a person')}
      searchLabel={t('Search people')}
      listLabel={t('People')}
      nothing={(words) => t('No one matches “{words}”.', { words })}
      {...rest}
    />
  )
}
