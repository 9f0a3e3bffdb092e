import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { useRecords } from '../../../api/queries.ts'
import { create, only } from '../../../api/records.ts'
import { queryString } from '../../../api/request.ts'
import { useMe } from '../../../api/start.ts'
import { toastError } from '../../../components/dialogs/toast.ts'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'
import { own } from '../../../own_address.ts'

const filesMax = 20

/** The pictures of an entry; with `onChange` they can be added and removed. */
export function Pictures({
  files,
  onChange,
}: {
  files: readonly number[]
  onChange?: (files: readonly number[]) => void
}) {
  const { isOn } = useMe()
  const [busy, setBusy] = useState(false)
  const records = useRecords('files', { ids: files }, { enabled: files.length > 0 })
  const nameOf = (id: number) => {
    const file = records.data?.find((record) => record.id === id)
    const about = file && 'file_description' in file.meta_data ? file.meta_data.file_description : ''
    return about || file?.file_name || t('Picture')
  }
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    setBusy(true)
    try {
      const made: number[] = []
      // One at a time: together they could exceed the size of a request.
      for (const file of [...(target.files ?? [])].slice(0, filesMax - files.length))
        made.push(only(await create('files', [{ file_name: file.name, file_data: await dataOf(file) }])).id)
      onChange?.([...files, ...made])
    } catch (problem) {
      toastError(problem)
    }
    target.value = ''
    setBusy(false)
  }
  if (files.length === 0 && (!onChange || !isOn('files', 'installed'))) return null
  return (
    <fieldset className="timesheet-pictures">
      <legend className="label">{t('Pictures')}</legend>
      <ul>
        {files.map((id) => (
          <li key={id}>
            <a href={own(`/api/v1/files/raw${queryString({ id, size: 1280 })}`)} target="_blank" rel="noreferrer">
              <img
                src={own(`/api/v1/files/raw${queryString({ id, size: 160 })}`)}
                alt={nameOf(id)}
                width="72"
                height="72"
                loading="lazy"
              />
            </a>
            {onChange && (
              <Button
                kind="quiet"
                className="timesheet-picture-out"
                icon={<X size={16} aria-hidden="true" />}
                label={t('Remove {name}', { name: nameOf(id) })}
                onClick={() => onChange(files.filter((other) => other !== id))}
              />
            )}
          </li>
        ))}
        {onChange && files.length < filesMax && (
          <li>
            <label className="timesheet-picture-add">
              {busy ? <span className="spinner" aria-hidden="true" /> : <ImagePlus size={22} aria-hidden="true" />}
              <span className="unseen">{t('Add picture')}</span>
              <input
                type="file"
                accept="image/png,image/jpeg"
                multiple
                disabled={busy}
                onChange={(event) => void add(event)}
              />
            </label>
          </li>
        )}
      </ul>
    </fieldset>
  )
}

/** The bytes as a data URL, which the API takes. */
function dataOf(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(new Error(t('{name} can’t be read. Choose another picture.', { name: file.name })))
  reader.readAsDataURL(file)
  return promise
}
