import { useState } from 'react'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Check, TextArea } from '../../components/fields/field.tsx'
import { Card, Loaded } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { useCardForm } from './save_bar.tsx'

type Allowed = AnswerOf<'GET /api/console/addresses'>

/** Which IP addresses people and apps may connect from. */
export function Addresses() {
  const allowed = useAnswer('setup', '/api/console/addresses')
  return (
    <Card title={t('Allowed addresses')}>
      <p className="quiet">
        {t(
          'IP addresses and networks of your office, one per line. While this is on, sign-in and API access from other addresses are refused.',
        )}
      </p>
      <Loaded of={allowed}>{(data) => <Form key={data.allowed.join()} {...data} />}</Loaded>
    </Card>
  )
}

function Form({ allowed, block, yours }: Allowed) {
  const [text, setText] = useState(allowed.join('\n'))
  const [isOn, setOn] = useState(block)
  const save = useChange((body: BodyOf<'PUT /api/console/addresses'>) => ask('PUT', '/api/console/addresses', { body }))
  const lines = text.split(/[\s,]+/).filter(Boolean)
  const isChanged = isOn !== block || lines.join() !== allowed.join()
  const saveCard = async () => {
    await save.mutateAsync({ allowed: lines, block: isOn })
    return t('Saved. The change applies now.')
  }
  const discard = () => {
    setText(allowed.join('\n'))
    setOn(block)
    save.reset()
  }
  const card = useCardForm(t('Allowed addresses'), isChanged, saveCard, discard)
  return (
    <form {...card}>
      <TextArea
        label={t('Addresses')}
        hint={
          <>
            {rich(t('Your address is <address/>.'), { address: () => <code>{yours}</code> })}{' '}
            {!lines.includes(yours) && (
              <button type="button" className="link" onClick={() => setText([...lines, yours].join('\n'))}>
                {t('Add it')}
              </button>
            )}
          </>
        }
        error={save.error?.message}
        placeholder={'192.0.2.10\n198.51.100.0/24'}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Check label={t('Allow only these addresses')} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
    </form>
  )
}
