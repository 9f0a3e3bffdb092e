import { useState } from 'react'
import { act, setting, updating } from '../../api/actions.ts'
import { useChange } from '../../api/queries.ts'
import { type Item, only, update } from '../../api/records.ts'
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
  const { email, ...rest } = person
  const isEmail = email !== undefined
  const listed = (changes: Item) => (Object.keys(changes).length > 0 ? [changes] : [])
  const put = async () => {
    const fields = listed(rest).map((changes) => ({ id: me.user.id, ...changes }))
    await act([updating('users', fields), setting('own_settings', listed(own))])
  }
  const saving = useChange(() => put())
  const putEmail = async (password: string) =>
    only(await update('users', [{ id: me.user.id, email }], { beside: { password } }))
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
    /** A new email address is saved with the password, after everything else. */
    save: () => saving.mutate(undefined, { onSuccess: () => (isEmail ? askPassword(true) : onSaved()) }),
    asksPassword,
    closePassword: () => askPassword(false),
    putEmail,
    onSaved,
  }
}
