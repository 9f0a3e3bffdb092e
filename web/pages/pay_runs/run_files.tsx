import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { keep } from '../../api/download.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask, send } from '../../api/request.ts'
import { toastError } from '../../components/dialogs/toast.ts'
import { DecimalCommas, decimalMarkOf, useDecimalCommas } from '../../components/fields/decimal_mark.tsx'
import { SelectField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { useShowsMinutes } from '../../components/time/hours.ts'
import { useMoment } from '../../components/time/moment.ts'
import { t } from '../../language.ts'
import { isSetUp } from '../approvals/lacks.ts'
import { decimalsText } from '../reports/file_hours.ts'
import { RunLacks, useRunLacks } from './run_lacks.tsx'
import type { Run, WholeRun } from './words.ts'

type File = WholeRun['files'][number]

/** The files of recorded time are no files of pay. */
const notOfPay = ['hours', 'projects', 'timesheets']

/** The files that were made of a run, and making others. A file that exists is not made again. */
export function RunFiles({ run, files, actions }: { run: Run; files: readonly File[]; actions?: ReactNode }) {
  const moment = useMoment()
  const isFirst = !files.some(({ revision }) => revision === run.revision)
  return (
    <Card title={t('Files')} actions={actions}>
      {run.state !== 'open' && <Make run={run} isFirst={isFirst} />}
      {files.length > 0 && (
        <ul className="rows pay-runs-files">
          {files.map((file) => (
            <li key={file.number}>
              <div>
                <strong>{file.name}</strong>
                <p className="quiet">
                  {t('{time} by {name}', { time: moment(file.made), name: file.made_by.name || t('the server') })}
                  {file.revision < run.revision && ` · ${t('before it was reopened')}`}
                </p>
                <p className="quiet pay-runs-hash">{`sha256:${file.hash}`}</p>
              </div>
              <Button
                icon={<Download size={18} aria-hidden="true" />}
                label={t('Download {name}', { name: file.name })}
                onClick={() => void get(run.id, file).catch(toastError)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The file that is offered first: that of the payroll program that is set up. */
function usualFile(exports: AnswerOf<'GET /api/console/exports'> | undefined): { target: string; format: string } {
  const own = exports?.targets.find(
    ({ name, setup }) => !notOfPay.includes(name) && setup !== 'payroll' && setup && isSetUp(exports.setup, setup),
  )
  return own ? { target: own.name, format: own.formats[0]!.format } : { target: 'payroll', format: 'csv' }
}

/** Makes a file. The first one is the next step. */
function Make({ run, isFirst }: { run: Run; isFirst: boolean }) {
  const exports = useAnswer('setup', '/api/console/exports')
  const choices = (exports.data?.targets ?? [])
    .filter(({ name }) => !notOfPay.includes(name))
    .flatMap(({ name, title, formats, decimals, options }) =>
      formats.map(({ format }) => ({
        ...{ name, format, words: `${title} (${format.toUpperCase()})` },
        isDecimal: decimals.includes(format),
        takesMark: format === 'csv' && options.some((option) => option.name === 'decimal_mark'),
      })),
    )
  const commas = useDecimalCommas()
  const [picked, setPicked] = useState<{ target: string; format: string }>()
  const chosen = picked ?? usualFile(exports.data)
  const choose = (value: string) => {
    const [target = '', format = ''] = value.split(' ')
    setPicked({ target, format })
  }
  const wanted = choices.find(({ name, format }) => name === chosen.target && format === chosen.format)
  const found = useRunLacks(run, chosen.target)
  const takesMark = wanted?.takesMark === true
  const showsMinutes = useShowsMinutes()
  const make = useChange(async () => {
    const { target, format } = chosen
    const mark = decimalMarkOf(format, takesMark && commas[0])
    const body = { target, format, money: target === 'payroll' || target === 'jobs', ...mark }
    const { file } = await ask('POST', '/api/console/pay_runs/{id}/files', { params: { id: run.id }, body })
    await get(run.id, file)
  })
  return (
    <>
      {isFirst && (
        <p className="quiet">
          {t('Download the file for your payroll program. Once you have passed it on, mark the pay run as sent.')}
        </p>
      )}
      {showsMinutes && wanted?.isDecimal && <p className="hint">{decimalsText()}</p>}
      <div className="pay-runs-make">
        <SelectField
          label={t('File')}
          value={`${chosen.target} ${chosen.format}`}
          onChange={({ target: { value } }) => choose(value)}
        >
          {choices.map(({ name, format, words }) => (
            <option key={`${name} ${format}`} value={`${name} ${format}`}>
              {words}
            </option>
          ))}
        </SelectField>
        {takesMark && <DecimalCommas of={commas} />}
        <Button
          kind={isFirst ? 'primary' : 'plain'}
          icon={<Download size={18} aria-hidden="true" />}
          disabled={!exports.data || !found.isReady}
          busy={make.isPending}
          onClick={() => make.mutate(undefined, { onError: toastError })}
        >
          {t('Download')}
        </Button>
      </div>
      {exports.data && <RunLacks run={run} of={found} target={chosen.target} exports={exports.data} />}
    </>
  )
}

async function get(id: number, { number, name }: File): Promise<void> {
  const response = await send('GET', `/api/console/pay_runs/${id}/files/${number}`)
  keep({ name, content: await response.blob() })
}
