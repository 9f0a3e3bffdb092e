import { customFields } from './subjects/custom_fields.ts'
import { files } from './subjects/files.ts'
import { holidays } from './subjects/holidays.ts'
import { imports } from './subjects/imports.ts'
import { jobs } from './subjects/jobs.ts'
import { overtime } from './subjects/overtime.ts'
import { passwords } from './subjects/passwords.ts'
import { pay } from './subjects/pay.ts'
import { people } from './subjects/people.ts'
import { permissions } from './subjects/permissions.ts'
import { places } from './subjects/places.ts'
import { programs } from './subjects/programs.ts'
import { projects } from './subjects/projects.ts'
import { reports } from './subjects/reports.ts'
import { requests } from './subjects/requests.ts'
import { sandbox } from './subjects/sandbox.ts'
import { schedule } from './subjects/schedule.ts'
import { server } from './subjects/server.ts'
import { settings } from './subjects/settings.ts'
import { signIn } from './subjects/sign_in.ts'
import { time } from './subjects/time.ts'
import { timeOff } from './subjects/time_off.ts'

/** The reasons for which the server refuses something, by subject and code. Codes and texts are public and stay as they are. */
export const refusalsBySubject = {
  customFields,
  files,
  holidays,
  imports,
  jobs,
  overtime,
  passwords,
  pay,
  people,
  permissions,
  places,
  programs,
  projects,
  reports,
  requests,
  sandbox,
  schedule,
  server,
  settings,
  signIn,
  time,
  timeOff,
}

type Merged<Subjects> = {
  [Subject in keyof Subjects]: (entries: Subjects[Subject]) => void
}[keyof Subjects] extends (entries: infer All) => void
  ? All
  : never

/** All of them, by code. */
export const refusals = Object.assign({}, ...Object.values(refusalsBySubject)) as Merged<typeof refusalsBySubject>

/** What a refusal is about. */
export type RefusalCode = keyof typeof refusals
