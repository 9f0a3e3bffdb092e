import type { Translate } from '../language/messages.ts'

// The first match wins: every browser also claims to be several others.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A readable name for a User-Agent header: `Firefox on Linux`. */
export function deviceName(agent: string, t: Translate): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1]
  const system = systems.find(([sign]) => sign.test(agent))?.[1]
  if (!system) return browser ?? t('A browser')
  return browser ? t('{browser} on {system}', { browser, system }) : t('A browser on {system}', { system })
}
