import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Check, SelectField, TextArea } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Notice } from '../../components/page/page.tsx'
import { usePeople } from '../../components/people/people.ts'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { t } from '../../language.ts'
import { Conflicts, Sum } from './request_effects.tsx'
import { RequestTimes } from './request_times.tsx'
import { overseesOthers, rightsOver } from './rights.ts'
import { type RequestProps, type TimeOffRequest, useRequest } from './use_request.ts'

type Part = { request: TimeOffRequest }

/** Requests time off, or enters it for someone else. */
export function RequestDialog(props: RequestProps) {
  const me = useMe()
  const request = useRequest(props)
  const { id, whose, kinds, saving } = request
  return (
    <Dialog
      title={whose ? t('Time off for {name}', { name: whose }) : t('Request time off')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={saving.isPending} disabled={kinds.length === 0}>
            {request.approved ? t('Add time off') : t('Request time off')}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={request.submit} noValidate>
        {saving.error && <Notice kind="bad">{saving.error.message}</Notice>}
        {overseesOthers(me) && <PersonField request={request} />}
        <KindField request={request} />
        <RequestTimes request={request} />
        <Sum request={request} />
        <Conflicts request={request} />
        <Note request={request} />
      </form>
    </Dialog>
  )
}

function PersonField({ request: { form, set } }: Part) {
  const me = useMe()
  const { byId } = usePeople()
  const people = [...byId.values()].filter((user) => user.id !== me.user.id && rightsOver(me, user).oversees)
  const choose = (userId: number) => set({ userId, approved: userId !== me.user.id })
  return (
    <PersonPicker
      label={t('Who')}
      people={[me.user, ...people]}
      value={form.userId}
      detail={(user) => (user.id === me.user.id ? t('Me') : undefined)}
      onChange={choose}
    />
  )
}

function KindField({ request: { form, set, kinds, problems } }: Part) {
  if (kinds.length === 0)
    return (
      <Notice kind="warn" title={t('No time off types available.')}>
        {t('Someone who manages jobs needs to add one, such as Vacation, and assign it.')}
      </Notice>
    )
  return (
    <SelectField
      label={t('Type')}
      value={form.kind ?? ''}
      error={problems.kind}
      onChange={(event) => set({ kind: Number(event.target.value) })}
    >
      {kinds.map((job) => (
        <option key={job.id} value={job.id}>
          {job.path}
        </option>
      ))}
    </SelectField>
  )
}

function Note({ request: { form, set, mayApprove } }: Part) {
  return (
    <>
      <TextArea
        label={form.approved ? t('Note') : t('Note to the approver')}
        hint={t('Optional')}
        maxLength={2000}
        value={form.note}
        onChange={(event) => set({ note: event.target.value })}
      />
      {mayApprove && (
        <Check
          label={t('Approve now')}
          hint={t('No further approval needed.')}
          checked={form.approved}
          onChange={(event) => set({ approved: event.target.checked })}
        />
      )}
    </>
  )
}
