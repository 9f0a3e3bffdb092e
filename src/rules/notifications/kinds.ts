/** How urgent a push is (RFC 8030, 5.3): a device that saves its battery takes what is less urgent later. */
type Urgency = 'low' | 'normal' | 'high'

/** A way by which a notification reaches somebody who is not looking at the app. */
export type Channel = 'push' | 'email'

/** What notifications of one kind have in common. */
interface Kind {
  /** As people choose it in their settings. */
  readonly title: string
  readonly about: string
  /** Who gets it: everybody about themselves, or those who manage or approve others. */
  readonly whose: 'own' | 'managers'
  /** How it goes where nobody has chosen. */
  readonly channels: readonly Channel[]
  readonly urgency: Urgency
  /** How long a push service keeps it for a device that is off, in seconds. */
  readonly ttlSeconds: number
  /** Whether it waits for the end of somebody's quiet hours. */
  readonly waits: boolean
}

const hour = 3600
const day = 24 * hour

/** Every kind of notification there is, by the name under which it is stored. */
export const kinds = {
  message: {
    title: 'Messages',
    about: 'What administrators, managers and connected programs write to you.',
    whose: 'own',
    channels: ['push'],
    urgency: 'normal',
    ttlSeconds: 3 * day,
    waits: true,
  },
  'clock-in': {
    title: 'Reminders to clock in',
    about: 'At the time that was set, when you are not on the clock.',
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'high',
    ttlSeconds: hour,
    waits: false,
  },
  'clock-out': {
    title: 'Reminders to clock out',
    about: 'At the time that was set, when you are still on the clock.',
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'high',
    ttlSeconds: hour,
    waits: false,
  },
  shift: {
    title: 'Shifts',
    about: 'A shift of yours is published, changed or cancelled.',
    whose: 'own',
    channels: ['push'],
    urgency: 'normal',
    ttlSeconds: 3 * day,
    waits: true,
  },
  answered: {
    title: 'Answers to what you asked for',
    about: 'Your time off is approved or denied, or your time is sent back.',
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 7 * day,
    waits: true,
  },
  'clocked-out': {
    title: 'Clocked out automatically',
    about: 'You, or somebody you manage, forgot to clock out, and the entry was closed.',
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: day,
    waits: true,
  },
  'long-entry': {
    title: 'Long entries',
    about: 'You have been on the clock for long: is that right?',
    whose: 'own',
    channels: ['push'],
    urgency: 'high',
    ttlSeconds: 2 * hour,
    waits: false,
  },
  'not-submitted': {
    title: 'Time not submitted',
    about: 'A pay period has ended and your time was not submitted.',
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 3 * day,
    waits: true,
  },
  'overtime-near': {
    title: 'Overtime near',
    about: 'Somebody is about to get into overtime.',
    whose: 'managers',
    channels: ['push'],
    urgency: 'normal',
    ttlSeconds: 4 * hour,
    waits: true,
  },
  overtime: {
    title: 'Overtime reached',
    about: 'Somebody works overtime now.',
    whose: 'managers',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 12 * hour,
    waits: true,
  },
  submitted: {
    title: 'Approvals asked for',
    about: 'Somebody submitted their time or asks for time off.',
    whose: 'managers',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 7 * day,
    waits: true,
  },
  note: {
    title: 'Notes on time',
    about: 'Somebody writes a note on their time.',
    whose: 'managers',
    channels: ['push'],
    urgency: 'low',
    ttlSeconds: 3 * day,
    waits: true,
  },
} as const satisfies Record<string, Kind>

/** The name of a kind. */
export type KindName = keyof typeof kinds

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as KindName[]
