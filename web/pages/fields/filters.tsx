import { useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { act, creating, partly, type Step, updating } from '../../api/actions.ts'
import { useRecords } from '../../api/queries.ts'
import { list, update } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undo } from '../../components/dialogs/undo.ts'
import { SelectField } from '../../components/fields/field.tsx'
import { useGroupOptions, useJobOptions, usePeopleOptions } from '../../components/fields/options.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { CheckList, RadioList } from '../../components/listing/checklist.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { type FieldRecord, type FilterRecord, listText } from './words.ts'

type Target = Pick<FilterRecord, 'applies_to' | 'applies_to_id'>

/**
 * Remembers which jobs or people these choices are limited to, because archiving ends those limits. Returns the writes that
 * restore them.
 */
export async function rememberFiltersOf(ids: readonly number[]): Promise<() => readonly Step[]> {
  const filters = await list('customfielditem_filters', { active: 'yes' })
  const ended = filters.filter(({ customfielditem_id }) => ids.includes(customfielditem_id))
  const limits = ended.map(({ id }) => ({ id, active: true }))
  return () => [partly(updating('customfielditem_filters', limits))]
}

/** Rules that limit a field's choices for some jobs, groups or people. */
export function Filters({ field }: { field: FieldRecord }) {
  const me = useMe()
  const filters = useRecords('customfielditem_filters', { active: 'yes' })
  const items = useRecords('customfielditems', { customfield_id: field.id, active: 'both' })
  const [open, setOpen] = useState<Target | 'new'>()
  const nameOf = useTargetName()
  const mayEdit = me.may('manage_jobcodes')
  return (
    <Card
      title={t('Limit choices')}
      actions={
        mayEdit && items.data && filters.data && <Button onClick={() => setOpen('new')}>{t('Add a rule')}</Button>
      }
    >
      <Loaded of={filters} skeleton={<Skeleton lines={2} />}>
        {(all) => {
          const own = all.filter(({ customfield_id }) => customfield_id === field.id)
          const groups = [
            ...Map.groupBy(own, ({ applies_to, applies_to_id }) => `${applies_to}/${applies_to_id}`).values(),
          ]
          const itemNames = new Map((items.data ?? []).map(({ id, name }) => [id, name]))
          return (
            <>
              {groups.length === 0 && (
                <p className="quiet">{t('No rules: all choices are available for all jobs and everyone.')}</p>
              )}
              <ul className="fields-items">
                {groups.map((filters) => {
                  const target = filters[0]!
                  const names = filters.flatMap(({ customfielditem_id }) => itemNames.get(customfielditem_id) ?? [])
                  return (
                    <li key={`${target.applies_to}/${target.applies_to_id}`}>
                      <span className="two-lines">
                        <span>{nameOf(target)}</span>
                        <small>{t('only {choices}', { choices: listText(names) })}</small>
                      </span>
                      {mayEdit && (
                        <Button kind="quiet" onClick={() => setOpen(target)}>
                          {rich(t('Change<unseen> the rule: {target}</unseen>', { target: nameOf(target) }), {
                            unseen: (text) => <span className="unseen">{text}</span>,
                          })}
                        </Button>
                      )}
                    </li>
                  )
                })}
              </ul>
              {groups.length > 0 && (
                <p className="hint">
                  {t(
                    'People with their own rules, or with rules for their group, see what either allows, except choices the job doesn’t offer.',
                  )}
                </p>
              )}
              {open && (
                <RuleDialog
                  field={field}
                  target={open === 'new' ? undefined : open}
                  filters={own}
                  onClose={() => setOpen(undefined)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** The target of a rule, in words. */
function useTargetName(): (target: Target) => string {
  const { byId } = useJobs()
  const people = new Map(usePeopleOptions()?.map(({ id, name }) => [id, name]))
  const groups = new Map(useGroupOptions()?.map(({ id, name }) => [id, name]))
  return ({ applies_to, applies_to_id: id }) => {
    if (applies_to === 'jobcodes') return t('For job {name}', { name: byId.get(id)?.path ?? id })
    if (applies_to === 'groups') return t('For group {name}', { name: groups.get(id) ?? id })
    return t('For {name}', { name: people.get(id) ?? id })
  }
}

const targetWords = { jobcodes: msg('For a job'), groups: msg('For a group'), users: msg('For a person') } as const

function RuleDialog({
  field,
  target,
  filters,
  onClose,
}: {
  field: FieldRecord
  target: Target | undefined
  filters: readonly FilterRecord[]
  onClose: () => void
}) {
  const items = useRecords('customfielditems', { customfield_id: field.id, active: 'both' })
  const options = { jobcodes: useJobOptions(), groups: useGroupOptions(), users: usePeopleOptions() }
  const nameOf = useTargetName()
  const [kind, setKind] = useState<Target['applies_to']>(target?.applies_to ?? 'jobcodes')
  const [targetId, setTargetId] = useState<number | undefined>(target?.applies_to_id)
  const held = filters.filter(({ applies_to, applies_to_id }) => applies_to === kind && applies_to_id === targetId)
  const before = new Set(held.map(({ customfielditem_id }) => customfielditem_id))
  const [edited, setEdited] = useState<ReadonlySet<number>>()
  const chosen = edited ?? before
  const write = async (wanted: ReadonlySet<number>) => {
    const gone = held.filter(({ customfielditem_id }) => !wanted.has(customfielditem_id))
    const come = [...wanted.difference(before)].map((customfielditem_id) => ({
      customfield_id: field.id,
      customfielditem_id,
      applies_to: kind,
      applies_to_id: targetId,
      active: true,
    }))
    await act([
      updating(
        'customfielditem_filters',
        gone.map(({ id }) => ({ id, active: false })),
      ),
      creating('customfielditem_filters', come),
    ])
  }
  const save = async () => {
    await write(chosen)
    toast(t('Rule saved.'))
  }
  const takeAway = () => {
    onClose()
    const again = held.map(({ id }) => ({ id, active: true }))
    const back = undo([], () => update('customfielditem_filters', again))
    changing(() => write(new Set())).then(() => toast(t('Rule removed.'), back), toastError)
  }
  return (
    <ActionDialog
      title={target ? nameOf(target) : t('Limit choices for {field}', { field: field.name })}
      label={t('Save')}
      disabled={targetId === undefined || chosen.size === 0}
      run={save}
      onClose={onClose}
      other={
        target && (
          <Button kind="quiet" onClick={takeAway}>
            {t('Remove rule')}
          </Button>
        )
      }
    >
      {!target && (
        <>
          <SelectField
            label={t('Applies to')}
            value={kind}
            onChange={(event) => {
              setKind(event.target.value as Target['applies_to'])
              setTargetId(undefined)
              setEdited(undefined)
            }}
          >
            {Object.entries(targetWords).map(([value, words]) => (
              <option key={value} value={value}>
                {t(words)}
              </option>
            ))}
          </SelectField>
          <RadioList
            key={kind}
            label={t(targetWords[kind])}
            things={kind === 'jobcodes' ? 'jobs' : kind === 'groups' ? 'groups' : 'people'}
            options={options[kind]}
            chosen={targetId}
            onChange={(id) => {
              setTargetId(id)
              setEdited(undefined)
            }}
          />
        </>
      )}
      <CheckList
        label={t('Offer only')}
        things="choices"
        options={(items.data ?? []).filter(({ active, id }) => active || before.has(id))}
        chosen={chosen}
        onChange={setEdited}
      />
    </ActionDialog>
  )
}
