import { later } from '../../components/later.tsx'

/** What is asked before an entry ends. */
export const Questions = later(() => import('./questions.tsx'))

/** What is asked before the location is sent. */
export const PlaceDialog = later(() => import('./place_dialog.tsx'))

/** What is said about an entry that has run for long. */
export const Forgotten = later(() => import('./forgotten.tsx'))
