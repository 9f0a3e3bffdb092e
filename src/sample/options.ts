/** The input of the generator. The same options generate the same company. */
export type Options = {
  seed: number
  /** The instant at which the recorded time ends. */
  now: number
  /** The administrator's id; the record already exists. */
  ownerId: number
  /** The id of the company's calendar, which also exists already. */
  calendarId: number
  /** Hash of the password that all users share. */
  password: string
  /** Returns the next id for a record. */
  nextId: () => number
  /** IANA time zone; Denver's by default. */
  zone?: string
  /** The number of people and months of time; 25 and 3 by default. */
  people?: number
  months?: number
}

/** The options with defaults filled in. */
export type Story = Options & { zone: string }
