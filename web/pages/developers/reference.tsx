import './developers.css'
import { useDeferredValue, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { TextField } from '../../components/fields/field.tsx'
import { finder, folded } from '../../components/listing/order.ts'
import { Code } from '../../components/page/code.tsx'
import { Card, Empty, Loaded } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Attempt } from './attempt.tsx'
import { type Arranged, itemSchema, type Operation, type Schema, typeText, useDescription } from './description.ts'
import { DevelopersPage } from './frame.tsx'

/** The API reference, generated from the server's OpenAPI document; every call can be tried. */
export default function ReferencePage() {
  const description = useDescription()
  return (
    <DevelopersPage>
      <Loaded of={description}>{(all) => <Reference all={all} />}</Loaded>
    </DevelopersPage>
  )
}

function Reference({ all }: { all: Arranged }) {
  const { tag } = useParams<{ tag?: string }>()
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const matches = finder(useDeferredValue(search))
  const fits = ({ path, summary, parameters }: Operation) =>
    [path, summary, ...(parameters ?? []).map(({ name }) => name)].some((text) => matches(folded(text)))
  const tags = all.tags
    .map((entry) => ({ ...entry, operations: entry.operations.filter(fits) }))
    .filter(({ operations }) => operations.length > 0)
  const chosen = tags.find(({ name }) => name === tag) ?? tags[0]
  return (
    <div className="developers-reference">
      <nav aria-label={t('API sections')}>
        <TextField
          label={t('Search paths and fields')}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <div className="field developers-choose">
          <label htmlFor="developers-tag">{t('API section')}</label>
          <select
            id="developers-tag"
            value={chosen?.name ?? ''}
            onChange={({ target }) => go(`/developers/reference/${target.value}`)}
          >
            {tags.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <ul>
          {tags.map(({ name, operations }) => (
            <li key={name}>
              <Link
                className="nav-link"
                href={`/developers/reference/${name}`}
                aria-current={name === chosen?.name ? 'page' : undefined}
              >
                {name} <span className="quiet">{operations.length}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="developers-operations">
        {chosen ? (
          <>
            <h2>{chosen.name}</h2>
            <p className="quiet">{chosen.description}</p>
            {chosen.operations.map((operation) => (
              <OperationCard key={operation.operationId} operation={operation} about={chosen.description} all={all} />
            ))}
          </>
        ) : (
          <Empty title={t('No matches')}>{t('No path or field matches. Try a shorter search.')}</Empty>
        )}
      </div>
    </div>
  )
}

function OperationCard({ operation, about, all }: { operation: Operation; about: string; all: Arranged }) {
  const { method, path, summary, description, parameters = [] } = operation
  const [trying, setTrying] = useState(false)
  const body = operation.requestBody?.content['application/json']?.schema
  const fields = body && itemSchema(body, all)
  const [ok] = Object.values(operation.responses)
  const example = ok?.content?.['application/json']?.example
  return (
    <Card className="developers-operation">
      <h3>
        <span className={`badge developers-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </h3>
      <p>{summary}</p>
      {description
        ?.split('\n\n')
        .filter((paragraph) => paragraph !== about)
        .map((paragraph) => (
          <p key={paragraph} className="quiet">
            {plain(paragraph)}
          </p>
        ))}
      {parameters.length > 0 && (
        <Fields
          title={t('Parameters')}
          rows={parameters.map(({ name, schema, required, description }) => ({
            name,
            schema: { ...schema, ...(description ? { description } : {}) },
            required: required === true,
          }))}
        />
      )}
      {fields?.properties && (
        <Fields
          title={t('Fields')}
          rows={Object.entries(fields.properties).map(([name, schema]) => ({
            name,
            schema,
            required: fields.required?.includes(name) ?? false,
          }))}
        />
      )}
      {example !== undefined && (
        <details>
          <summary>{t('Example response')}</summary>
          <Code
            text={JSON.stringify(example, null, 2)}
            label={t('Example response of {call}', { call: `${method} ${path}` })}
          />
        </details>
      )}
      <details onToggle={({ currentTarget }) => setTrying(currentTarget.open)}>
        <summary>{t('Try it')}</summary>
        {trying && <Attempt operation={operation} all={all} />}
      </details>
    </Card>
  )
}

/** Strips Markdown code marks, the only Markdown that the document uses. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}

function Fields({ title, rows }: { title: string; rows: { name: string; schema: Schema; required: boolean }[] }) {
  return (
    <details>
      <summary>
        {title} <span className="quiet">{rows.length}</span>
      </summary>
      <dl className="developers-fields">
        {rows.map(({ name, schema, required }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> {required && <span className="badge warn">{t('Required')}</span>}
            </dt>
            <dd>
              <span className="quiet">{typeText(schema)}</span>
              {schema.description && <p>{plain(schema.description)}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
