import { msg } from '../rules/language/messages.ts'
import { inDatabase, inFile, inLog, inVersion, inWrites, ofCommits } from './database.ts'
import { inConnections, inDescriptors, inMemory, onDisk } from './machine.ts'
import type { Parts } from './parts.ts'
import { unreadable } from './secret.ts'

/** Names of checks: the words of `/readyz`. */
export type CheckName =
  | 'file'
  | 'damage'
  | 'database'
  | 'version'
  | 'writes'
  | 'rounds'
  | 'clock'
  | 'disk'
  | 'commits'
  | 'log'
  | 'descriptors'
  | 'connections'
  | 'memory'
  | 'mail'
  | 'secret'
  | 'certificate'

/** A check: what it looks at, how often, and what the log says about it. */
export type Check = {
  name: CheckName
  /** What is checked, in a few words. */
  about: string
  /** Whether the server is not ready while this is in trouble. */
  blocks: boolean
  /** The lines of the log when the trouble begins and when it ends. */
  begins: string
  ends: string
  /** What the operator can do. */
  remedy: string
  /** Who finds it out writes the lines of the log, so a look costs nothing. */
  isTold?: true
  /** Seconds between looks, while all is well and in trouble. */
  seconds: { well: number; trouble: number }
  /** Looks take long: no one waits for them, and the first one does not come at the start. */
  slow?: true
  /** Another reason is logged, too, because it says more. */
  tellsMore?: true
  /** Others whose trouble explains this one, so that it is not mentioned beside theirs. */
  follows?: readonly CheckName[]
  /** Looks after others, which may explain it or find out what is wrong: after those without a number, and with a lower one. */
  after?: 1 | 2
  /**
   * What is wrong, for the operator; undefined if nothing is. `isAsked`: someone wants to know just now, so the look may
   * cost more.
   */
  look(parts: Parts, isAsked: boolean): string | undefined | Promise<string | undefined>
}

const [beat, often, hourly, daily] = [2, 10, 3600, 86_400]

/** All checks. */
export const checks: readonly Check[] = [
  {
    name: 'file',
    about: msg('the file of the database is the one at its path'),
    blocks: true,
    begins: msg('the file of the database is no longer the one that the server has open: changes are refused'),
    ends: 'the file of the database is at its path again',
    remedy: msg(
      'If it was moved, move it back, and changes are stored again. Otherwise stop the server and restore the file that its log names (clockhouse restore); to go on with what is at the path now, only restart it.',
    ),
    seconds: { well: beat, trouble: beat },
    tellsMore: true,
    look: inFile,
  },
  {
    name: 'database',
    about: msg('the database can be read'),
    blocks: true,
    begins: msg('the database cannot be read'),
    ends: 'the database can be read again',
    remedy: msg('Check that the database is running and reachable; the server recovers by itself.'),
    seconds: { well: often, trouble: often },
    follows: ['file', 'damage'],
    look: inDatabase,
  },
  {
    name: 'version',
    about: msg('this version of the program can work on the database'),
    blocks: true,
    begins: msg('a newer version has changed the database: this server is too old for it, and refuses all requests'),
    ends: 'this version of the program can work on the database again',
    remedy: msg('Update this server, or stop it.'),
    seconds: { well: beat, trouble: beat },
    follows: ['file', 'damage', 'database'],
    after: 1,
    look: inVersion,
  },
  {
    name: 'writes',
    about: msg('changes are stored'),
    blocks: true,
    begins: msg('the database does not store changes'),
    ends: 'the database stores changes again',
    remedy: msg('Fix what the log names, such as a full disk; the server recovers by itself.'),
    seconds: { well: beat, trouble: often },
    follows: ['file', 'damage', 'database', 'version'],
    after: 1,
    look: inWrites,
  },
  {
    name: 'damage',
    about: msg('the database is intact'),
    blocks: true,
    begins: msg('the database is damaged'),
    ends: 'the database is intact',
    remedy: msg(
      'Stop the server and repair the database (clockhouse repair), or restore a backup (clockhouse restore).',
    ),
    seconds: { well: beat, trouble: beat },
    after: 2,
    look: ({ sight: { damage, database } }) => {
      if (!database.file) damage.fade()
      return damage.problem
    },
  },
  {
    name: 'rounds',
    about: msg('background work runs'),
    blocks: true,
    begins: msg('background work stands still'),
    ends: 'background work runs again',
    remedy: msg('Look at the log for what fails; restart the server if nothing does.'),
    seconds: { well: often, trouble: often },
    look: ({ sight: { rounds } }) => {
      const dead = rounds.dead()
      return dead.length > 0 ? `no run has ended for minutes: ${dead.join(', ')}` : undefined
    },
  },
  {
    name: 'clock',
    about: msg('the clock of the machine is right'),
    blocks: false,
    begins: msg('the clock of the machine may be wrong: what passing time alone causes waits'),
    ends: 'the clock of the machine is trusted again',
    remedy: msg(
      'Set the clock of the machine. If it is right, say so in the app, or with clockhouse clock confirm. What a wrong clock has caused is taken back by clockhouse clock repair.',
    ),
    isTold: true,
    seconds: { well: beat, trouble: beat },
    look: ({ sight: { clock } }) => {
      const { doubt } = clock
      return doubt && `it is ${doubt.seconds} seconds ${doubt.kind}`
    },
  },
  {
    name: 'disk',
    about: msg('the disk has space'),
    blocks: true,
    begins: msg('the disk of the data folder is nearly full, or gone'),
    ends: 'the disk has space again',
    remedy: msg('Free up space; the server recovers by itself.'),
    seconds: { well: often, trouble: often },
    follows: ['file'],
    look: onDisk,
  },
  {
    name: 'commits',
    about: msg('changes are stored quickly'),
    blocks: false,
    begins: msg('changes are stored slowly, because commits take a second or more'),
    ends: 'changes are stored quickly again',
    remedy: msg('Look at what keeps the disk, or the database, busy.'),
    seconds: { well: beat, trouble: beat },
    look: ofCommits,
  },
  {
    name: 'log',
    about: msg('the write-ahead log is small'),
    blocks: false,
    begins: msg('the write-ahead log is large, because something reads the database without an end'),
    ends: 'the write-ahead log is small again',
    remedy: msg('End programs that keep the database open, or restart the server.'),
    seconds: { well: often, trouble: often },
    look: inLog,
  },
  {
    name: 'descriptors',
    about: msg('more files and connections can be opened'),
    blocks: false,
    begins: msg('the server can open only a few more files and connections'),
    ends: 'the server can open enough files and connections again',
    remedy: msg('Raise the limit of open files: LimitNOFILE in systemd, ulimit -n in a shell.'),
    seconds: { well: often, trouble: beat },
    look: inDescriptors,
  },
  {
    name: 'connections',
    about: msg('all connections are accepted'),
    blocks: false,
    begins: msg('connections are refused, because too many are open'),
    ends: 'all connections are accepted again',
    remedy: msg(
      'Raise the limit of open files: LimitNOFILE in systemd, ulimit -n in a shell. If it is high already, find out who opens so many connections.',
    ),
    seconds: { well: beat, trouble: beat },
    look: inConnections,
  },
  {
    name: 'memory',
    about: msg('the heap has space'),
    blocks: false,
    begins: msg('the memory that Node.js may use is nearly used up'),
    ends: 'the memory that Node.js may use is sufficient again',
    remedy: msg('Raise --max-old-space-size in NODE_OPTIONS, or remove it.'),
    seconds: { well: often, trouble: often },
    look: inMemory,
  },
  {
    name: 'mail',
    about: msg('the mail server can be used'),
    blocks: false,
    begins: msg('the mail server cannot be used'),
    ends: 'the mail server can be used again',
    remedy: msg('Check CLOCKHOUSE_SMTP_URL and the mail server; mail is sent once it takes it.'),
    seconds: { well: hourly, trouble: hourly / 6 },
    slow: true,
    look: ({ mailer }) => mailer?.problem?.(),
  },
  {
    name: 'secret',
    about: msg('CLOCKHOUSE_SECRET is the one with which secrets are encrypted'),
    blocks: false,
    begins: msg('CLOCKHOUSE_SECRET has changed, so some secrets cannot be read'),
    ends: 'all secrets can be read again',
    remedy: msg(
      'Set CLOCKHOUSE_SECRET to what it was, or unset it if it was not set. After a change on purpose, these have to be set up again.',
    ),
    seconds: { well: daily, trouble: hourly },
    follows: ['file', 'damage', 'database'],
    look: ({ db, keys }) => keys && unreadable(db.read, keys),
  },
  {
    name: 'certificate',
    about: msg('the certificate of the server is valid for a while'),
    blocks: false,
    begins: msg('the certificate of the server is missing, or ends soon'),
    ends: 'the certificate of the server is valid',
    remedy: msg(
      'A certificate of your own: replace its files. One from an authority: CLOCKHOUSE_URL must lead to this server, also at port 80.',
    ),
    seconds: { well: often, trouble: often },
    look: ({ sight: { certificate } }) => certificate?.problem(),
  },
]
