import { lazy } from 'react'

// Parts of the clock that are loaded when first needed, which keeps the first load small.

/** What is asked before an entry ends. */
export const Questions = lazy(() => import('./questions.tsx'))

/** What is asked before the location is sent. */
export const PlaceDialog = lazy(() => import('./place_dialog.tsx'))

/** What is said about an entry that has run for long. */
export const Forgotten = lazy(() => import('./forgotten.tsx'))
