import { act, setting } from '../../api/actions.ts'

/**
 * Assigns a user exactly these jobs, besides those that are available to everyone. Assigning a job also assigns all jobs below
 * it, and unassigning does the same, which the server takes into account.
 */
export async function giveJobs(user_id: number, chosen: ReadonlySet<number>): Promise<void> {
  await act([setting('assigned_jobs', [{ user_id, jobcode_ids: [...chosen] }])])
}
