import { randomUUID } from 'node:crypto'
import { actorAgain, touch } from './actor.ts'
import { accruePto } from './delivery/accruals.ts'
import { clockOut } from './delivery/clock_out.ts'
import { type Run, remove, write } from './engine/batch.ts'
import type { Company } from './engine/company.ts'
import type { Actor, Binary } from './engine/context.ts'
import { resourceNamed } from './engine/resource.ts'
import { type Operation, operation, type Tx } from './engine/sql.ts'
import { oauthOperations } from './oauth/operations.ts'
import { hashPassword } from './oauth/people.ts'
import { revokeUsers } from './oauth/tokens.ts'
import { createCompany } from './resources/companies.ts'
import { setFence } from './resources/geofence_configs.ts'
import { linkClient } from './resources/managed_clients.ts'
import './resources/index.ts'

/** A create or update of up to 50 items; gives the answer's text. */
export const resourceWrite = operation(
  'resource.write',
  (
    tx,
    input: { resource: string; verb: 'create' | 'update'; actor: Actor; body: string; binaries?: readonly Binary[] },
  ) => write(resourceNamed(input.resource), input.verb, input.body, runOf(tx, input.actor, input.binaries)),
)

/** A delete of up to 50 items; gives the answer's text. */
export const resourceRemove = operation(
  'resource.remove',
  (tx, input: { resource: string; actor: Actor; search: string }) =>
    remove(resourceNamed(input.resource), new URLSearchParams(input.search), runOf(tx, input.actor)),
)

function runOf(tx: Tx, actor: Actor, binaries: readonly Binary[] = []): Run {
  const again = (company: Company, actor: Actor) => actorAgain(tx, company, actor)
  return { tx, actor, binaries, uuid: randomUUID, again, hashPassword, revokeUsers }
}

/** Every write that the program knows. The writing thread finds them here by name. */
export const operations: readonly Operation<never, unknown>[] = [
  resourceWrite,
  resourceRemove,
  createCompany,
  setFence,
  linkClient,
  touch,
  clockOut,
  accruePto,
  ...oauthOperations,
]
