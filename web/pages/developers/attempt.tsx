import { Play } from 'lucide-react'
import { useState } from 'react'
import { queryString, send } from '../../api/request.ts'
import { Check, TextArea, TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Code } from '../../components/page/code.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { t } from '../../language.ts'
import { own } from '../../own_address.ts'
import { type Arranged, exampleBody, type Operation } from './description.ts'

type Answer = { status: number; text: string; ms: number }

const shownMax = 200_000

/** Calls an operation as the signed-in user, and shows the answer and the equivalent curl command. */
export function Attempt({ operation, all }: { operation: Operation; all: Arranged }) {
  const writes = operation.method !== 'GET'
  const asked = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(() => exampleBody(operation, all))
  const [dry, setDry] = useState(true)
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const hasBody = operation.requestBody !== undefined
  const canTry = writes && (operation.parameters ?? []).some(({ name }) => name === 'x-clockhouse-dry-run')
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const path = `/api/v1${operation.path}`

  const call = async () => {
    const parsed = hasBody ? parse(body) : undefined
    if (parsed instanceof Error)
      return setProblem(t('The body is not valid JSON: {problem}', { problem: parsed.message }))
    setProblem(undefined)
    setBusy(true)
    setAnswer(await attempt(operation.method, path + queryString(given), parsed, canTry && dry))
    setBusy(false)
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void call()
      }}
    >
      {asked.length > 0 && (
        <div className="form-row">
          {asked.map(({ name, required, schema }) => (
            <TextField
              key={name}
              label={required ? t('{name} (required)', { name }) : name}
              value={values[name] ?? ''}
              placeholder={schema.examples ? String(schema.examples[0]) : (schema.format ?? '')}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          ))}
        </div>
      )}
      {hasBody && (
        <TextArea
          label={t('Body')}
          rows={Math.min(16, body.split('\n').length + 1)}
          className="developers-code"
          spellCheck={false}
          value={body}
          error={problem}
          onChange={({ target }) => setBody(target.value)}
        />
      )}
      {canTry && (
        <Check
          label={t('Dry run: show the result without saving')}
          checked={dry}
          onChange={({ target }) => setDry(target.checked)}
        />
      )}
      {writes && !(canTry && dry) && <p className="notice warn">{t('This changes your company’s real data.')}</p>}
      <div className="actions">
        <Button type="submit" kind="primary" busy={busy} icon={<Play size={16} aria-hidden="true" />}>
          {t('Send {method}', { method: operation.method })}
        </Button>
        <Copy text={curlOf(operation.method, path + queryString(given), hasBody ? body : '', canTry && dry)}>
          {t('Copy as curl')}
        </Copy>
      </div>
      <output className="developers-answer" aria-live="polite">
        {answer && (
          <>
            <p>
              <span className={`badge ${answer.status < 400 ? 'good' : 'bad'}`}>
                {answer.status || t('no response')}
              </span>{' '}
              <span className="quiet">{t('in {ms} ms', { ms: answer.ms })}</span>
            </p>
            <Code text={answer.text} label={t('Response')} />
          </>
        )}
      </output>
    </form>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error as Error
  }
}

async function attempt(method: string, address: string, body: unknown, dry: boolean): Promise<Answer> {
  const begun = performance.now()
  const headers: Record<string, string> = dry ? { 'x-clockhouse-dry-run': 'yes' } : {}
  const response = await send(method as 'GET', address, { body, headers, raw: true }).catch((error: Error) => error)
  const ms = Math.round(performance.now() - begun)
  if (response instanceof Error) return { status: 0, text: response.message, ms }
  const text = await response.text()
  return { status: response.status, text: pretty(text).slice(0, shownMax), ms }
}

function pretty(text: string): string {
  const parsed = parse(text)
  return parsed instanceof Error ? text : JSON.stringify(parsed, null, 2)
}

function curlOf(method: string, address: string, body: string, dry: boolean): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    `curl -X ${method} ${quoted(location.origin + own(address))}`,
    `-H 'Authorization: Bearer YOUR_TOKEN'`,
    ...(body ? [`-H 'Content-Type: application/json' -d ${quoted(body)}`] : []),
    ...(dry ? [`-H 'x-clockhouse-dry-run: yes'`] : []),
  ].join(' \\\n  ')
}
