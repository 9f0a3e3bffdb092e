/** The commit that this program was built from, as the build writes it here; empty while it runs from its sources. */
export const commit: string = ''
