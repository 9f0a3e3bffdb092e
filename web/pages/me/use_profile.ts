import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { t } from '../../language.ts'
import { changesOf, formOf, type ProfileForm, placed, rightsOf } from './profile_form.ts'

/** Holds the form of the user's own profile, and saves it. A new email address needs the password. */
export function useProfile() {
  const me = useMe()
  const [form, setForm] = useState(() => formOf(me))
  const [asksPassword, askPassword] = useState(false)
  const { person, own } = changesOf(form, me)
  const put = async (password?: string) => {
    const beside = password === undefined ? {} : { beside: { password } }
    if (Object.keys(person).length > 0) only(await update('users', [{ id: me.user.id, ...person }], beside))
    if (Object.keys(own).length > 0) await ask('PUT', '/api/console/own_settings', { body: own })
  }
  const saving = useChange(() => put())
  const onSaved = () => {
    askPassword(false)
    toast(t('Saved.'))
  }
  return {
    user: me.user,
    form,
    set: (patch: Partial<ProfileForm>) => setForm((before) => ({ ...before, ...patch })),
    rights: rightsOf(me),
    isChanged: Object.keys({ ...person, ...own }).length > 0,
    problems: placed(saving.error),
    isSaving: saving.isPending,
    save: () => ('email' in person ? askPassword(true) : saving.mutate(undefined, { onSuccess: onSaved })),
    asksPassword,
    closePassword: () => askPassword(false),
    put,
    onSaved,
  }
}
