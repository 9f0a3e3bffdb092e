// A writer thread that does not work on a database without a jobcode called `Newer`, as if a restored one could not be used.
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { entry } from '../../build/bundle.ts'

const database = new DatabaseSync(workerData.file, { readOnly: true })
const newer = database.prepare("select 1 from jobcodes where name = 'Newer'").get()
const isEmpty = database.prepare('select 1 from companies').get() === undefined
database.close()
if (!newer && !isEmpty) throw new Error('this database is of no use')
await import(entry('writer').href)
