/** What the company is made from. The same options give the same company. */
export type Options = {
  seed: number
  /** The instant at which its story ends. */
  now: number
  /** The administrator's record, which is there already. */
  ownerId: number
  /** The company's calendar, which is there, too. */
  calendarId: number
  /** Hash of everybody's password. */
  password: string
  /** Numbers for records. */
  nextId: () => number
  /** Where the company is; Denver when left out. */
  zone?: string
  /** How many people, and for how many months their time goes back: 25 and 3. */
  people?: number
  months?: number
}

/** The options, complete. */
export type Story = Options & { zone: string }
