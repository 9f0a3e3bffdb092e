import { Type } from 'typebox'
import { noteInAudit } from '../../audit/write.ts'
import { onlyCompany } from '../../company/companies.ts'
import { RequestError } from '../../engine/errors.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { confirmClock } from '../../sight/clock_watch.ts'
import { commandName } from '../../sight/command_name.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'

/** Whether the machine's clock may be wrong, and its confirmation by a person. */
export const serverClockEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/server_clock',
    about:
      'Shows whether the clock of the server’s machine may be wrong. Until it is set or confirmed, nothing is done that only passing time causes: automatic clock-outs, reminders, accruals, holiday pay, scheduled reports and the deletion of old data.',
    who: 'administrators',
    answer: Type.Object({
      now: instant('What the machine’s clock says.'),
      doubt: nullable(
        Type.Object({
          kind: Type.Union([Type.Literal('ahead'), Type.Literal('behind')], {
            description: 'Ahead of the time that has passed, or behind the newest time that the server knows.',
          }),
          seconds: Type.Integer({ description: 'By how much.' }),
        }),
      ),
      may_confirm: Type.Boolean({
        description: 'False if the server has several companies: then the command confirms it for all of them.',
      }),
      command: Type.String({ description: 'What confirms it at the command line.' }),
    }),
    async run({ now, world }) {
      return {
        now: printUtc(now),
        doubt: world.sight.clock.doubt ?? null,
        may_confirm: (await onlyCompany(world.db.read)) !== undefined,
        command: `${commandName} clock confirm`,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server_clock/confirm',
    about: 'Says that the clock of the server’s machine is right. What has waited for that is done within a minute.',
    who: 'administrators',
    firstPartyOnly: true,
    answer: Type.Object({ now: instant('What the machine’s clock says.') }),
    async run({ actor, now, world }) {
      refuseManaging(actor)
      // That of a server with several companies concerns all of them.
      if ((await onlyCompany(world.db.read)) === undefined) throw new RequestError(403, 'clock_confirmed_by_operator')
      await confirmClock(world)
      const entry = { kind: 'settings', event: 'clock confirmed', userId: actor.userId }
      await world.db.write(noteInAudit, { companyId: actor.companyId, entry }, now)
      return { now: printUtc(now) }
    },
  }),
]
