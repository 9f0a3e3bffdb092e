import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'

/** Where Debian puts its browsers. The Chromium without windows takes two thirds of the time, but shows no notifications. */
const shellPath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const chromiumPath = '/usr/bin/chromium'
const firefoxPath = process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr'

const installer = join(import.meta.dirname, '../../.ci/browsers')

/** How Debian's Chromium is started. */
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
    // The pages of a test live for a few seconds: compiling their scripts a second and third time costs more than it saves.
    '--js-flags=--no-opt --no-maglev',
  ],
}

/** The whole Chromium, for pushes. */
export const wholeChromiumOptions = { ...chromiumOptions, executablePath: chromiumPath }

/** Starts Debian's Firefox, with preferences of a test's own. */
export async function openFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  // Two files need it; all others would only load it.
  const { launch } = await import('puppeteer-core')
  return launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    // Without a graphics card, drawing sixty frames a second takes most of its time.
    extraPrefsFirefox: { 'layout.frame_rate': 10, 'ui.prefersReducedMotion': 1, ...preferences },
  })
}

/** Installs the browsers from Debian, if they are missing. */
export async function installBrowsers(): Promise<void> {
  const child = spawn(installer, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The browsers of the tests could not be installed')
}
