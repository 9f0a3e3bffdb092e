import type { Translate } from '../../rules/language/messages.ts'
import type { Finding } from '../../sight/watcher.ts'
import { descriptorsMax, heapLimit } from '../machine.ts'
import { about } from './finding.ts'

/** A server needs so many open files, and so much memory for objects, in megabytes, for a small company. */
const filesMin = 256
const heapMin = 256

/** Checks the limits that apply to this process, and to a server that is started the same way. */
export async function checkLimits(t: Translate): Promise<Finding[]> {
  const check = about(t('Limits'))
  const [files, heap] = [await descriptorsMax(), heapLimit()]
  return [
    ...(files !== undefined && files < filesMin
      ? [
          check.warning(
            t('only {count} files and connections may be open at a time', { count: files }),
            t('Raise the limit of open files: LimitNOFILE in systemd, ulimit -n in a shell.'),
          ),
        ]
      : []),
    ...(heap < heapMin
      ? [
          check.warning(
            t('Node.js may use only {megabytes} MB for objects', { megabytes: heap }),
            t('Raise --max-old-space-size in NODE_OPTIONS, or remove it.'),
          ),
        ]
      : []),
  ]
}
