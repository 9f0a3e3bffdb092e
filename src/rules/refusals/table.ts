import { customFields } from './custom_fields.ts'
import { files } from './files.ts'
import { holidays } from './holidays.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { overtime } from './overtime.ts'
import { passwords } from './passwords.ts'
import { pay } from './pay.ts'
import { people } from './people.ts'
import { permissions } from './permissions.ts'
import { places } from './places.ts'
import { programs } from './programs.ts'
import { projects } from './projects.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { sandbox } from './sandbox.ts'
import { schedule } from './schedule.ts'
import { server } from './server.ts'
import { settings } from './settings.ts'
import { signIn } from './sign_in.ts'
import { time } from './time.ts'
import { timeOff } from './time_off.ts'

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
