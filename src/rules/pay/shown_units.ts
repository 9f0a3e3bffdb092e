/** Seconds of a minute and of a hundredth of an hour: the units in which hours are shown. */
export const shownUnits = { hhmm: 60, decimal: 36 } as const
