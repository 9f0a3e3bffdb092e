import { report } from '../wire/report.ts'
import { budgetsNearEnd } from './today/budgets.ts'
import { crewNow, seesOthers } from './today/crew.ts'
import { approvesTime } from './today/issues.ts'
import { waitingFor } from './today/waiting.ts'

/**
 * What those who lead others need to look at today: their people, what waits for them, and projects whose estimate is
 * nearly used. Every figure is one that another page shows. Not part of the vendor's API.
 */
export const today = report({
  name: 'today',
  about: 'What needs attention today.',
  filters: {},
  required: [],
  async run(_query, ctx, handle) {
    const [sees, approves] = [seesOthers(ctx.actor), approvesTime(ctx.actor)]
    return JSON.stringify({
      crew: sees ? await crewNow(ctx, handle) : null,
      waiting: approves ? await waitingFor(ctx, handle) : null,
      projects: sees || approves ? await budgetsNearEnd(ctx, handle) : null,
    })
  },
})
