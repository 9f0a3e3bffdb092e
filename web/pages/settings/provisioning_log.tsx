import './provisioning_log.css'
import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/page/button.tsx'
import { Loaded } from '../../components/page/page.tsx'
import { useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { whenText } from '../../time.ts'

type Line = AnswerOf<'GET /api/console/scim_requests'>['lines'][number]

const linesAtOnce = 20

/** What happened, by the type of the record. */
const events = {
  users: {
    created: msg('Added'),
    changed: msg('Changed'),
    archived: msg('Archived'),
    restored: msg('Restored'),
    deleted: msg('Deleted by the provider, archived here'),
    unchanged: msg('Nothing to change'),
    refused: msg('Refused'),
  },
  groups: {
    created: msg('Group added'),
    changed: msg('Group changed'),
    archived: msg('Group archived'),
    restored: msg('Group restored'),
    deleted: msg('Group deleted by the provider, archived here'),
    unchanged: msg('Nothing to change'),
    refused: msg('Refused'),
  },
} as const

/** What the identity provider asked for, newest first. */
export function ProvisioningLog() {
  // Once there are several pages, the first one no longer changes, so that no line is lost between them.
  const [pages, setPages] = useState<readonly number[]>([0])
  return (
    <section className="provisioning-log" aria-labelledby="provisioning-log">
      <h3 id="provisioning-log">{t('Requests of the provider')}</h3>
      <p className="quiet">{t('Kept for 90 days. Reads are listed only if they were refused.')}</p>
      {pages.map((before, index) => (
        <PageOfLines
          key={before}
          before={before}
          isLast={index === pages.length - 1}
          onMore={(newest, next) => setPages([pages[0] || newest + 1, ...pages.slice(1), next])}
        />
      ))}
    </section>
  )
}

function PageOfLines({
  before,
  isLast,
  onMore,
}: {
  before: number
  isLast: boolean
  onMore: (newest: number, before: number) => void
}) {
  const query = { limit: linesAtOnce, ...(before > 0 && { before }) }
  const found = useAnswer('setup', '/api/console/scim_requests', query)
  return (
    <Loaded of={found}>
      {({ lines, more }) =>
        lines.length === 0 ? (
          <p>{t('No requests yet. They appear here once the provider sends some.')}</p>
        ) : (
          <>
            <ul>
              {lines.map((line) => (
                <OneLine key={line.id} line={line} />
              ))}
            </ul>
            {isLast && more && <Button onClick={() => onMore(lines[0]!.id, lines.at(-1)!.id)}>{t('Show more')}</Button>}
          </>
        )
      }
    </Loaded>
  )
}

function OneLine({ line }: { line: Line }) {
  const { zone } = useMe()
  const twelve = useTwelve()
  const { received, token, method, path, type, name, event, status, refused } = line
  const what = t(events[type === 'groups' ? 'groups' : 'users'][event])
  return (
    <li>
      <p>
        <strong className={event === 'refused' ? 'bad' : undefined}>{what}</strong>
        {name && ` · ${name}`}
      </p>
      {refused && <p>{refused}</p>}
      {detailsOf(line).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <small className="quiet">
        {[whenText(received, zone, twelve), token, `${method} ${path}`, status].join(' · ')}
      </small>
    </li>
  )
}

/** What was changed and what was ignored, in sentences. */
function detailsOf({ attributes, ignored, added, removed }: Line): string[] {
  const others = attributes.filter((one) => one !== 'members')
  return [
    ...(others.length > 0 ? [t('Attributes: {names}', { names: others.join(', ') })] : []),
    ...(added.count > 0 ? [t('Members added: {names}', { names: namesOf(added) })] : []),
    ...(removed.count > 0 ? [t('Members removed: {names}', { names: namesOf(removed) })] : []),
    ...(ignored.length > 0 ? [t('Ignored: {names}', { names: ignored.join(', ') })] : []),
  ]
}

const namesShown = 5

function namesOf({ count, people }: Line['added']): string {
  const names = people.slice(0, namesShown).map(({ name }) => name)
  const more = count - names.length
  return more > 0 ? t('{names} and {count} more', { names: names.join(', '), count: more }) : names.join(', ')
}
