import { keysOf } from '../elements.ts'
import { msg } from '../language/messages.ts'

/** Urgency of a push (RFC 8030, 5.3): a device on low battery may delay the less urgent ones. */
type Urgency = 'low' | 'normal' | 'high'

/** A channel that reaches people who are not looking at the app. */
export type Channel = 'push' | 'email'

/** The properties of a kind of notifications. */
interface Kind {
  /** The name people see in their settings. */
  readonly title: string
  readonly about: string
  /** Who gets it: people about themselves, or those who manage or approve others. */
  readonly whose: 'own' | 'managers'
  /** The default channels. */
  readonly channels: readonly Channel[]
  readonly urgency: Urgency
  /** How long a push service keeps it for a device that is offline, in seconds. */
  readonly ttlSeconds: number
  /** Whether it waits for the end of the recipient's quiet hours. */
  readonly waits: boolean
}

const hour = 3600
const day = 24 * hour

/** Every kind of notification, by the name it is stored under. */
export const kinds = {
  message: {
    title: msg('Messages'),
    about: msg('Messages from administrators, managers and connected apps.'),
    whose: 'own',
    channels: ['push'],
    urgency: 'normal',
    ttlSeconds: 3 * day,
    waits: true,
  },
  'clock-in': {
    title: msg('Reminders to clock in'),
    about: msg('At the set time, if you are not on the clock.'),
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'high',
    ttlSeconds: hour,
    waits: false,
  },
  'clock-out': {
    title: msg('Reminders to clock out'),
    about: msg('At the set time, if you are still on the clock.'),
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'high',
    ttlSeconds: hour,
    waits: false,
  },
  shift: {
    title: msg('Shifts'),
    about: msg('One of your shifts is published, changed or canceled.'),
    whose: 'own',
    channels: ['push'],
    urgency: 'normal',
    ttlSeconds: 3 * day,
    waits: true,
  },
  answered: {
    title: msg('Responses to your requests'),
    about: msg('Your time off or a correction is decided, or your time is sent back.'),
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 7 * day,
    waits: true,
  },
  'clocked-out': {
    title: msg('Clocked out automatically'),
    about: msg('You, or someone you manage, forgot to clock out, and the entry was closed.'),
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: day,
    waits: true,
  },
  'long-entry': {
    title: msg('Long entries'),
    about: msg('You have been on the clock for a long time.'),
    whose: 'own',
    channels: ['push'],
    urgency: 'high',
    ttlSeconds: 2 * hour,
    waits: false,
  },
  'break-due': {
    title: msg('Breaks due'),
    about: msg('A break is due soon, and you have not taken it.'),
    whose: 'own',
    channels: ['push'],
    urgency: 'high',
    ttlSeconds: hour / 2,
    waits: false,
  },
  'not-submitted': {
    title: msg('Time not submitted'),
    about: msg('A pay period has ended and your time was not submitted.'),
    whose: 'own',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 3 * day,
    waits: true,
  },
  'overtime-near': {
    title: msg('Overtime near'),
    about: msg('Someone is about to reach overtime.'),
    whose: 'managers',
    channels: ['push'],
    urgency: 'normal',
    ttlSeconds: 4 * hour,
    waits: true,
  },
  overtime: {
    title: msg('Overtime reached'),
    about: msg('Someone is working overtime.'),
    whose: 'managers',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 12 * hour,
    waits: true,
  },
  submitted: {
    title: msg('Awaiting your approval'),
    about: msg('Someone submitted their time, requested time off or proposed a correction.'),
    whose: 'managers',
    channels: ['push', 'email'],
    urgency: 'normal',
    ttlSeconds: 7 * day,
    waits: true,
  },
  note: {
    title: msg('Notes on time'),
    about: msg('Someone writes a note on their time.'),
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
export const kindNames = keysOf(kinds)
