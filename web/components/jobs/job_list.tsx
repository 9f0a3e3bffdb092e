import './job_list.css'
import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '../../language.ts'
import { Dot } from '../people/person.tsx'
import { finds, type Job } from './jobs.ts'

/** Jobs under one heading. `paths`: shown by full path; `none`: includes time without a job. */
export type Group = { label: string; jobs: readonly Job[]; paths?: true; none?: true }

/** The company’s words for one job and for several, as used inside a sentence. */
type Nouns = { one: string; several: string }

/** A line of the list: a job to select, or a parent to expand. */
type Line = { key: string; id: number; text: string; level: number; group: string; open?: boolean }

const linesAtOnce = 100
const foundMax = 50
/** With more jobs than this, parents start collapsed. */
const openMax = 40

/** Focuses the search field when the list opens, except on phones, where the keyboard would hide the list. */
function useFocusAtFirst(search: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    // The attribute is for the dialog that is about to open.
    search.current?.setAttribute('autofocus', '')
    search.current?.focus()
  }, [search])
}

/** The line that Enter chooses: that of the keys, the first match of a search, or the only one. */
function preselected(lines: readonly Line[], active: string | undefined, words: string): Line | undefined {
  const jobs = new Set(lines.map(({ id }) => id))
  return lines.find(({ key }) => key === active) ?? (words.trim() !== '' || jobs.size === 1 ? lines[0] : undefined)
}

/** A searchable list of jobs. The search field keeps the focus, and its keys move through the list. */
export default function JobList({
  groups,
  value,
  nouns,
  onChoose,
}: {
  groups: readonly Group[]
  value: number | undefined
  nouns: Nouns
  onChoose: (id: number) => void
}) {
  const [words, setWords] = useState('')
  const searched = useDeferredValue(words)
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [active, setActive] = useState<string>()
  const [shown, setShown] = useState(linesAtOnce)
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const id = useId()

  const { lines, more } = useMemo(() => linesOf(groups, searched, turned), [groups, searched, turned])
  const at = lines.findIndex(({ key }) => key === active)
  const current = preselected(lines, active, searched)
  useEffect(() => {
    if (active) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  useFocusAtFirst(search)

  const turn = (job: number) => setTurned(turned.symmetricDifference(new Set([job])))
  const press = (line: Line) => (line.open === undefined ? onChoose(line.id) : turn(line.id))
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, at, lines.length)
    // While there is a search, left and right move the cursor in the text.
    const opens = words === '' && current?.open === (event.key === 'ArrowLeft')
    if (to !== undefined) {
      setShown(Math.max(shown, to + 1))
      setActive(lines[to]?.key)
    } else if (event.key === 'Enter') {
      // The list follows the typed text with a delay, but Enter must apply to the typed text.
      const meant = words === searched ? lines : linesOf(groups, words, turned).lines
      const line = preselected(meant, active, words)
      if (line) press(line)
    } else if (current && opens && /^Arrow(Left|Right)$/.test(event.key)) turn(current.id)
    else return
    event.preventDefault()
  }
  const onScroll = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
    if (shown < lines.length && box.scrollTop + box.clientHeight > box.scrollHeight - 300) setShown(shown + linesAtOnce)
  }

  const visible = lines.slice(0, shown)
  return (
    <div className="job-list">
      <div className="field">
        <label htmlFor={`${id}-search`}>{t('Search {jobs}', { jobs: nouns.several })}</label>
        <input
          ref={search}
          id={`${id}-search`}
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-haspopup="tree"
          aria-controls={`${id}-tree`}
          aria-activedescendant={current && `${id}-${current.key}`}
          autoComplete="off"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setActive(undefined)
            setShown(linesAtOnce)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {lines.length === 0 ? (
        <p className="job-list-nothing quiet" role="status">
          {groups.length === 0
            ? t('You have no {job} assigned yet. Ask your manager for one.', { job: nouns.one })
            : t('No {job} matches “{words}”.', { job: nouns.one, words: words.trim() })}
        </p>
      ) : (
        <div
          ref={list}
          id={`${id}-tree`}
          role="tree"
          aria-label={nouns.several}
          className="job-list-tree"
          onScroll={onScroll}
        >
          {[...Map.groupBy(visible, ({ group }) => group)].map(([group, members]) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a tree.
            <div key={group} role="group" aria-label={group}>
              <div className="job-list-group" aria-hidden="true">
                {group}
              </div>
              {members.map((line) => (
                <Row
                  key={line.key}
                  id={`${id}-${line.key}`}
                  line={line}
                  active={line === current}
                  chosen={line.open === undefined && line.id === value}
                  onPress={() => press(line)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {more > 0 && (
        <p className="quiet" role="status">
          {t('{count, plural, one {# more match.} other {# more match.}} Type more of the name.', { count: more })}
        </p>
      )}
    </div>
  )
}

/** The line that a key moves to from line `at` (-1: before the first). Undefined for any other key. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: 8,
    PageUp: -8,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }
  const step = steps[key]
  return step === undefined || count === 0 ? undefined : Math.min(Math.max(at + step, 0), count - 1)
}

function Row({
  id,
  line,
  active,
  chosen,
  onPress,
}: {
  id: string
  line: Line
  active: boolean
  chosen: boolean
  onPress: () => void
}) {
  const Arrow = line.open ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the search field refers to it with aria-activedescendant.
    <div
      id={id}
      role="treeitem"
      aria-level={line.level}
      aria-expanded={line.open}
      aria-selected={chosen}
      data-active={active || undefined}
      className="job-list-row"
      style={{ paddingInlineStart: 12 + (line.level - 1) * 24 }}
      onClick={onPress}
    >
      {line.open === undefined ? <Dot id={line.id} /> : <Arrow size={18} aria-hidden="true" />}
      <span>{line.text}</span>
      {chosen && <Check size={18} aria-hidden="true" />}
    </div>
  )
}

function linesOf(groups: readonly Group[], words: string, turned: ReadonlySet<number>) {
  if (words.trim() !== '') return found(groups, words)
  const openAtFirst = groups.reduce((sum, { jobs }) => sum + countOf(jobs), 0) <= openMax
  const lines: Line[] = []
  for (const { label, jobs, paths, none } of groups) {
    const add = (job: Job, level: number): void => {
      const line = { key: `${label}-${job.id}`.replaceAll(/\W+/g, '-'), id: job.id, level, group: label }
      if (paths || job.children.length === 0) {
        lines.push({ ...line, text: paths ? job.path : job.name })
        return
      }
      const open = openAtFirst !== turned.has(job.id)
      lines.push({ ...line, text: job.name, open })
      if (open) for (const child of job.children) add(child, level + 1)
    }
    for (const job of jobs) add(job, 1)
    if (none) lines.push({ key: 'none', id: 0, text: t('No job'), level: 1, group: label })
  }
  return { lines, more: 0 }
}

function found(groups: readonly Group[], words: string) {
  const lines: Line[] = []
  let more = 0
  for (const { label, jobs, paths } of groups) {
    if (paths) continue
    const search = (job: Job): void => {
      if (job.mayUse && finds(words, job)) {
        if (lines.length >= foundMax) more++
        else lines.push({ key: `found-${job.id}`, id: job.id, text: job.path, level: 1, group: label })
      }
      for (const child of job.children) search(child)
    }
    for (const job of jobs) search(job)
  }
  return { lines, more }
}

function countOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + 1 + countOf(job.children), 0)
}
