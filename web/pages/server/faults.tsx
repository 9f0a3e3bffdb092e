import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { sentence } from './words.ts'

type State = Pick<AnswerOf<'GET /api/console/server'>, 'faults' | 'started'>

/** So many are shown at first. */
const shownFirst = 5

/** What has failed since the server was started, in the words of its log. */
export function Faults({ faults, started }: State) {
  const [all, setAll] = useState(false)
  return (
    <Card title={t('Last errors')}>
      {faults.length === 0 ? (
        <p className="quiet">{t('None since the server was started, {time}.', { time: momentText(started) })}</p>
      ) : (
        <>
          <ul className="rows server-faults" aria-label={t('Last errors')}>
            {faults.slice(0, all ? undefined : shownFirst).map((fault) => (
              <li key={fault.event + fault.reason + fault.route}>
                <span className="two-lines" lang="en">
                  <strong>{sentence(fault.event)}</strong>
                  <small>{[fault.route, fault.reason].filter(Boolean).join(' · ')}</small>
                </span>
                <span className="two-lines">
                  {momentText(fault.last)}
                  <small>
                    {fault.times > 1
                      ? t('{count, plural, one {# time} other {# times}}, first {time}', {
                          count: fault.times,
                          time: momentText(fault.first),
                        })
                      : fault.request && t('Request {id}', { id: fault.request })}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          {!all && faults.length > shownFirst && (
            <Button kind="quiet" onClick={() => setAll(true)}>
              {t('Show {count} more', { count: faults.length - shownFirst })}
            </Button>
          )}
          <p className="hint server-more">
            {t('The log of the server has the details. Texts that may be someone’s are left out here.')}
          </p>
        </>
      )}
    </Card>
  )
}
