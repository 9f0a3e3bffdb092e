import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { isFull } from './tiers.ts'

/** Paths of Debian's browsers. Headless Chromium takes two thirds of the time, but shows no notifications. */
const shellPath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const chromiumPath = '/usr/bin/chromium'
const firefoxPath = process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr'

const installer = join(import.meta.dirname, '../../.ci/browsers')

/** Start options of Debian's Chromium. */
export const chromiumOptions = {
  executablePath: shellPath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A test's pages live only for seconds, so optimizing their scripts costs more time than it saves.
    '--js-flags=--no-opt --no-maglev',
  ],
}

/** The full Chromium, for pushes. */
export const wholeChromiumOptions = { ...chromiumOptions, executablePath: chromiumPath }

/** Starts Debian's Firefox with the preferences of a test. */
export async function openFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  // Only two test files need it, so the others do not load it.
  const { launch } = await import('puppeteer-core')
  return launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    // Without a graphics card, Firefox spends most of its time drawing sixty frames a second.
    extraPrefsFirefox: { 'layout.frame_rate': 10, 'ui.prefersReducedMotion': 1, ...preferences },
  })
}

/** Installs the browsers from Debian, if they are missing. */
export async function installBrowsers(): Promise<void> {
  const child = spawn(installer, isFull ? ['firefox'] : [], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The browsers of the tests could not be installed')
}
