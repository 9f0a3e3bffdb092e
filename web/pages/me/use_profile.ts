import { useState } from 'react'
import { act, setting, updating } from '../../api/actions.ts'
import { useChange } from '../../api/queries.ts'
import type { Item } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { t } from '../../language.ts'
import { changesOf, formOf, type ProfileForm, placed, rightsOf } from './profile_form.ts'

/** Holds the form of the user's own profile, and saves it. */
export function useProfile() {
  const me = useMe()
  const [form, setForm] = useState(() => formOf(me))
  const { person, own } = changesOf(form, me)
  const listed = (changes: Item) => (Object.keys(changes).length > 0 ? [changes] : [])
  const saving = useChange(async () => {
    const fields = listed(person).map((changes) => ({ id: me.user.id, ...changes }))
    await act([updating('users', fields), setting('own_settings', listed(own))])
  })
  return {
    user: me.user,
    form,
    set: (patch: Partial<ProfileForm>) => setForm((before) => ({ ...before, ...patch })),
    rights: rightsOf(me),
    isChanged: Object.keys({ ...person, ...own }).length > 0,
    problems: placed(saving.error),
    isSaving: saving.isPending,
    save: () => saving.mutate(undefined, { onSuccess: () => toast(t('Saved.')) }),
  }
}
