import { useMemo } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { PickerField } from '../../components/fields/picker_field.tsx'
import { type Option, RadioList } from '../../components/listing/checklist.tsx'
import { inOrder } from '../../components/listing/order.ts'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { type JobRecord, rowsOf, withAllInside } from './tree.ts'

const top = msg('None (top level)')

/** Options for the parent of a job. `moved` are the jobs to move there. */
export function useParentOptions(all: readonly JobRecord[], moved: readonly number[]): Option[] {
  const without = moved.join()
  return useMemo(() => {
    const gone = new Set(withAllInside(without.split(',').map(Number), all).map(({ id }) => id))
    const jobs = rowsOf(all)
      .filter(({ record }) => record.active && record.type === 'regular' && record.project_id === 0)
      .filter(({ id }) => !gone.has(id))
      .map(({ id, name, above }) => ({ id, name: [above, name].filter(Boolean).join(' › ') }))
      .sort((a, b) => inOrder(a.name, b.name))
    return [{ id: 0, name: t(top) }, ...jobs]
  }, [all, without])
}

/** A field for the parent of a job. */
export function ParentField({
  all,
  job,
  value,
  error,
  onChange,
}: {
  all: readonly JobRecord[]
  job: JobRecord | undefined
  value: number
  error: string | undefined
  onChange: (id: number) => void
}) {
  const options = useParentOptions(all, job ? [job.id] : [])
  const name = rowsOf(all).find(({ id }) => id === value)
  const text = name ? [name.above, name.name].filter(Boolean).join(' › ') : t(top)
  return (
    <PickerField label={t('Parent job')} error={error} text={text}>
      {(close) => (
        <Dialog title={t('Choose a parent job')} onClose={close} footer={<Button onClick={close}>{t('Done')}</Button>}>
          <RadioList label={t('Parent job')} things="jobs" options={options} chosen={value} onChange={onChange} />
        </Dialog>
      )}
    </PickerField>
  )
}
