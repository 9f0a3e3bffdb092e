import { msg } from '../../../src/rules/language/messages.ts'
import { mayChangeOwn } from '../../../src/rules/people/access.ts'
import type { Me } from '../../api/start.ts'
import { explain, type Refused } from '../../components/page/refusals.ts'

/** What the form of a profile needs to know about the user. */
type User = Pick<Me, 'user' | 'zone' | 'settings' | 'is_admin' | 'may'>

/** The values of a profile's form, as the fields show them. */
export type ProfileForm = { email: string; mobile: string; tz: string; language: string; clock: string }

/** The form as it opens. */
export function formOf({ user, zone, settings }: User): ProfileForm {
  const { language = '', time_format } = settings.general ?? {}
  return {
    email: user.email ?? '',
    mobile: user.mobile_number ?? '',
    tz: zone,
    language: String(language),
    clock: String(time_format),
  }
}

/** What was changed: of the user's record, and of their own settings. Both are empty if nothing was. */
export function changesOf(form: ProfileForm, me: User) {
  const before = formOf(me)
  return {
    person: {
      ...(form.email !== before.email && { email: form.email }),
      ...(form.mobile !== before.mobile && { mobile_number: form.mobile }),
    },
    own: {
      ...(form.tz !== before.tz && { tz: form.tz }),
      ...(form.language !== before.language && { language: form.language }),
      ...(form.clock !== before.clock && { time_format: Number(form.clock) }),
    },
  }
}

/** Which parts of their profile users may change themselves. */
export function rightsOf({ settings, is_admin, may }: User) {
  const general = settings.general ?? {}
  const managesUsers = may('manage_users')
  return {
    mayMove: is_admin || mayChangeOwn(general, 'tz'),
    mayClock: is_admin || mayChangeOwn(general),
    mayMail: managesUsers || mayChangeOwn(general, 'email'),
    mayCall: managesUsers || mayChangeOwn(general),
  }
}

/** Where an error is shown: at the field that it names, otherwise above the form. */
export function placed(error: Refused | null): { email?: string; mobile?: string; form?: string } {
  if (!error) return {}
  const { field = 'form', text } = explain(error, { email: msg('Email'), mobile_number: msg('Mobile number') })
  return { [field === 'mobile_number' ? 'mobile' : field]: text }
}
