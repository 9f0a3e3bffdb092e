import { type ReactNode, useState } from 'react'
import { useChange } from '../../api/queries.ts'
import type { Alter } from '../../components/dialogs/consent.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import type { From } from './form.ts'
import { FromField } from './from_field.tsx'
import { Preview } from './preview.tsx'
import { useCardForm } from './save_bar.tsx'

type Dated<C> = C & { from?: Exclude<From, undefined> }

type Props<C> = {
  /** The title of the card. */
  title: string
  /** Asks from when a change applies. */
  label: string
  approvedTo: string | null
  alter: Alter
  /** What the fields change, and whether they change anything. */
  change: C
  isChanged: boolean
  send: (change: Dated<C> & { alters_approved?: true }) => Promise<unknown>
  /** Shows what a change would do. */
  effects: (change: Dated<C>) => ReactNode
  onDiscard: () => void
  /** The fields. */
  children: ReactNode
}

/** The form of a card whose values apply from a date: its fields, when a change applies, and what it would do. */
export function DatedForm<C extends object>(props: Props<C>) {
  const { title, label, approvedTo, alter, change, isChanged, send, effects, onDiscard, children } = props
  const [from, setFrom] = useState<From>()
  const dated: Dated<C> = { ...change, ...(from !== undefined && { from }) }
  const save = useChange((body: Dated<C>) =>
    alter((consent) => send({ ...body, ...(consent && { alters_approved: true as const }) }), effects(body)),
  )
  const saveCard = async () => {
    await save.mutateAsync(dated)
    return undefined
  }
  const discard = () => {
    onDiscard()
    setFrom(undefined)
    save.reset()
  }
  const card = useCardForm(title, isChanged, saveCard, discard)
  const key = JSON.stringify(dated)
  // A refusal says what the preview would, and holds until something else is entered.
  const refusal = key === JSON.stringify(save.variables) ? save.error : null
  return (
    <form {...card}>
      {children}
      {isChanged && (
        <FromField
          label={label}
          usual={t('The workweek after approved time')}
          approvedTo={approvedTo}
          value={from}
          onChange={setFrom}
        />
      )}
      {isChanged && !refusal && <Preview key={key}>{effects(dated)}</Preview>}
      {refusal && <Notice kind="bad">{refusal.message}</Notice>}
    </form>
  )
}
