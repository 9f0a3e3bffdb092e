import type { Db } from '../engine/sql.ts'
import type { Keys } from '../identity/factors/secrets.ts'
import type { Sight } from '../sight/sight.ts'
import type { Mailer } from '../world.ts'

/** What the checks look at. */
export type Parts = {
  db: Db
  now: () => number
  sight: Pick<Sight, 'writes' | 'rounds' | 'damage' | 'connections' | 'database' | 'clock' | 'certificate'>
  /** The folder of the embedded database; '' with PostgreSQL, whose disk is not checked. */
  folder: string
  /** The keys of the installation, once they are known. */
  keys?: Keys
  mailer?: Pick<Mailer, 'problem' | 'onFailure'> | undefined
}
