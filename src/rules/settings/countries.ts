import { currentZoneName } from '../time/zone_names.ts'

// The customs of a country: its currency is listed here, the rest comes from the runtime.

/** Countries by their currency. */
const countriesByCurrency = {
  AED: 'AE',
  AFN: 'AF',
  ALL: 'AL',
  AMD: 'AM',
  AOA: 'AO',
  ARS: 'AR',
  AUD: 'AU NR',
  AWG: 'AW',
  AZN: 'AZ',
  BAM: 'BA',
  BBD: 'BB',
  BDT: 'BD',
  BHD: 'BH',
  BIF: 'BI',
  BMD: 'BM',
  BND: 'BN',
  BOB: 'BO',
  BRL: 'BR',
  BSD: 'BS',
  BTN: 'BT',
  BWP: 'BW',
  BYN: 'BY',
  BZD: 'BZ',
  CAD: 'CA',
  CDF: 'CD',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CRC: 'CR',
  CUP: 'CU',
  CVE: 'CV',
  CZK: 'CZ',
  DJF: 'DJ',
  DKK: 'DK FO GL',
  DOP: 'DO',
  DZD: 'DZ',
  EGP: 'EG',
  ERN: 'ER',
  ETB: 'ET',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  FJD: 'FJ',
  GBP: 'GB GG IM JE',
  GEL: 'GE',
  GHS: 'GH',
  GIP: 'GI',
  GMD: 'GM',
  GNF: 'GN',
  GTQ: 'GT',
  GYD: 'GY',
  HKD: 'HK',
  HNL: 'HN',
  HTG: 'HT',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  IQD: 'IQ',
  IRR: 'IR',
  ISK: 'IS',
  JMD: 'JM',
  JOD: 'JO',
  JPY: 'JP',
  KES: 'KE',
  KGS: 'KG',
  KHR: 'KH',
  KMF: 'KM',
  KRW: 'KR',
  KWD: 'KW',
  KYD: 'KY',
  KZT: 'KZ',
  LAK: 'LA',
  LBP: 'LB',
  LKR: 'LK',
  LRD: 'LR',
  LSL: 'LS',
  LYD: 'LY',
  MAD: 'EH MA',
  MDL: 'MD',
  MGA: 'MG',
  MKD: 'MK',
  MMK: 'MM',
  MNT: 'MN',
  MOP: 'MO',
  MRU: 'MR',
  MUR: 'MU',
  MVR: 'MV',
  MWK: 'MW',
  MXN: 'MX',
  MYR: 'MY',
  MZN: 'MZ',
  NAD: 'NA',
  NGN: 'NG',
  NIO: 'NI',
  NOK: 'NO SJ',
  NPR: 'NP',
  NZD: 'NZ',
  OMR: 'OM',
  PEN: 'PE',
  PGK: 'PG',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  PYG: 'PY',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  RUB: 'RU',
  RWF: 'RW',
  SAR: 'SA',
  SBD: 'SB',
  SCR: 'SC',
  SDG: 'SD',
  SEK: 'SE',
  SGD: 'SG',
  SLE: 'SL',
  SOS: 'SO',
  SRD: 'SR',
  SSP: 'SS',
  STN: 'ST',
  SYP: 'SY',
  SZL: 'SZ',
  THB: 'TH',
  TJS: 'TJ',
  TMT: 'TM',
  TND: 'TN',
  TOP: 'TO',
  TRY: 'TR',
  TTD: 'TT',
  TWD: 'TW',
  TZS: 'TZ',
  UAH: 'UA',
  UGX: 'UG',
  USD: 'AS BQ EC GU MP PA PR SV TC TL US VG VI ZW',
  UYU: 'UY',
  UZS: 'UZ',
  VES: 'VE',
  VND: 'VN',
  VUV: 'VU',
  WST: 'WS',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI ML NE SN TG',
  XPF: 'NC PF WF',
  YER: 'YE',
  ZAR: 'ZA',
  ZMW: 'ZM',
} as const

/** A country: its code and its name. */
type Country = { code: string; name: string }

/** The usual settings of a company in a country. */
export type Customs = { week_start: number; time_format: 12 | 24; date_locale: 'us' | 'eu' | 'iso'; currency: string }

/** The known currencies, by code. */
export const currencies: readonly string[] = Object.keys(countriesByCurrency)

const currencyOf = new Map(
  Object.entries(countriesByCurrency).flatMap(([currency, codes]) => codes.split(' ').map((code) => [code, currency])),
)

/** The codes of the countries. */
export const countryCodes: readonly string[] = [...currencyOf.keys()].sort()

const names = new Intl.DisplayNames('en-US', { type: 'region' })

/** The countries, by name. */
export const countries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: names.of(code)! }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** The customs of a country; undefined if it is not known. */
export function customsOf(country: string): Customs | undefined {
  const currency = currencyOf.get(country)
  if (!currency) return undefined
  const locale = localeOf(country)
  // Intl counts from Monday, 1, to Sunday, 7.
  const week_start = locale.getWeekInfo().firstDay % 7
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const [first] = new Intl.DateTimeFormat(locale).formatToParts(0).filter(({ type }) => type !== 'literal')
  const date_locale = first?.type === 'month' ? 'us' : first?.type === 'year' ? 'iso' : 'eu'
  return { week_start, time_format: hourCycle === 'h12' ? 12 : 24, date_locale, currency }
}

/** The country of a time zone, by its current name; undefined if it has none. */
export function countryOfZone(zone: string): string | undefined {
  return zoneCountries().get(zone)
}

/** The time zones of a country, by their current names. */
export function zonesOfCountry(country: string): readonly string[] {
  return (localeOf(country).getTimeZones?.() ?? []).map(currentZoneName)
}

function localeOf(country: string): Intl.Locale {
  const { language } = new Intl.Locale('und', { region: country }).maximize()
  return new Intl.Locale(language, { region: country })
}

let known: Map<string, string> | undefined

function zoneCountries(): Map<string, string> {
  known ??= new Map(countryCodes.flatMap((code) => zonesOfCountry(code).map((zone) => [zone, code] as const)))
  return known
}
