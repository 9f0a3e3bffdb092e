import { Type } from 'typebox'
import { usualBreaks } from '../../company/breaks/breaks.ts'
import { createCompany } from '../../company/companies.ts'
import { RequestError } from '../../engine/errors.ts'
import { placeOf } from '../../identity/guesses.ts'
import { hashPassword } from '../../identity/people.ts'
import { english } from '../../rules/language/messages.ts'
import { commonPasswordProblem } from '../../rules/people/common_passwords.ts'
import { newCompanyProblems } from '../../rules/settings/new_company.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'

const typed = (description?: string) => Type.String({ maxLength: 1000, ...(description && { description }) })

const isAllowed = 'CLOCKHOUSE_MORE_COMPANIES'

/** Further companies on this server. */
export const companyEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/companies',
    about:
      'Creates another company on this server with its first administrator, who is a person of that company only. The server must be set up for it with `CLOCKHOUSE_MORE_COMPANIES=1`; otherwise the response is 403.',
    who: 'administrators',
    firstPartyOnly: true,
    body: Type.Object({
      company_name: typed(),
      country: Type.Optional(
        typed('Its code; determines the first day of the week, the clock, the currency and the date format.'),
      ),
      tz: typed('IANA time zone, or the city that names one.'),
      first_name: typed(),
      last_name: typed(),
      email: typed(),
      username: typed(),
      password: typed('At least 10 characters.'),
      breaks: Type.Optional(Type.Boolean({ description: 'Whether it starts with the usual breaks.' })),
    }),
    answer: Type.Object({
      company_id: Type.Integer(),
      client_url: Type.String({ description: 'The short name with which its people sign in.' }),
      username: Type.String(),
    }),
    async run({ actor, config, world, now, body }) {
      refuseManaging(actor)
      if (!config.moreCompanies) throw new RequestError(403, 'no_further_companies', { variable: isAllowed })
      const { breaks = false, password, ...fields } = body
      const [problem] = Object.entries(newCompanyProblems({ ...fields, password }, english, commonPasswordProblem))
      if (problem) throw new RequestError(417, 'invalid', { field: problem[0], problem: problem[1] })
      const text = (name: 'company_name' | 'first_name' | 'last_name' | 'email' | 'username') => fields[name].trim()
      const made = await world.db.write(
        createCompany,
        {
          company_name: text('company_name'),
          first_name: text('first_name'),
          last_name: text('last_name'),
          email: text('email'),
          username: text('username'),
          password: await hashPassword(password),
          ...placeOf(fields),
          breaks: breaks ? usualBreaks : [],
        },
        now,
      )
      if ('refused' in made) throw new Error('a name was not derived from that of the company')
      return { company_id: made.company_id, client_url: made.client_url, username: text('username') }
    },
  }),
]
