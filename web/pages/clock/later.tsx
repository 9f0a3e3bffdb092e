import { later } from '../../components/later.tsx'

/** What an administrator has left to set up. */
export const NextSteps = later(() => import('../welcome/next_steps.tsx'))

/** The questions before an entry ends. */
export const Questions = later(() => import('./questions.tsx'))

/** The question before the location is sent. */
export const PlaceDialog = later(() => import('./place_dialog.tsx'))

/** The warning about an entry that has been running for a long time. */
export const Forgotten = later(() => import('./forgotten.tsx'))
