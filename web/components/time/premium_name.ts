import { locale, t } from '../../language.ts'

/** The name of hours paid at a multiplier: `Overtime`, `Double time`, `Overtime × 1.75`. */
export function premiumName(multiplier: number): string {
  if (multiplier === 1.5) return t('Overtime')
  if (multiplier === 2) return t('Double time')
  const rate = new Intl.NumberFormat(locale(), { maximumFractionDigits: 10 }).format(multiplier)
  return t('Overtime × {rate}', { rate })
}
