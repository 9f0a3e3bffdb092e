// What an action of the app's API may hold; the app makes none that is larger.

/** Steps of an action. */
export const stepsMax = 100
