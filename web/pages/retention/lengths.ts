import type { RetentionKind } from '../../../src/rules/settings/retention.ts'
import { retentionKinds } from '../../../src/rules/settings/retention.ts'
import { t } from '../../language.ts'

const year = 366

/** How long records are kept, in words; 0 days means forever. */
export function lengthText(days: number): string {
  if (days === 0) return t('For good')
  if (days % year !== 0) return t('{count, plural, one {# day} other {# days}}', { count: days })
  return t('{count, plural, one {# year} other {# years}}', { count: days / year })
}

const offered = [1, 7, 30, 60, 90, 180, ...[1, 2, 3, 4, 5, 6, 7, 10].map((years) => years * year)]

/**
 * The lengths in days to offer for a kind of record: the current one, and those that the law and the kind allow; 0
 * means forever.
 */
export function lengthsOf(kind: RetentionKind, { days, least_days }: { days: number; least_days: number }): number[] {
  const { most } = { most: undefined, ...retentionKinds[kind] }
  const allowed = offered.filter((length) => length >= least_days && length <= (most ?? length))
  const all = [...new Set([...allowed, ...(days > 0 ? [days] : []), least_days])].sort((one, other) => one - other)
  return most === undefined ? [0, ...all] : all
}
