import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'puppeteer-core'

/** Where Debian puts its browsers. The Chromium without windows takes two thirds of the time, but shows no notifications. */
const shellPath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const chromiumPath = '/usr/bin/chromium'
const firefoxPath = process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr'

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

/** Starts one Chromium for many files, which find it at the address; each has windows of its own there. */
export async function startBrowser(): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = await chromium.launchServer(chromiumOptions)
  return { address: server.wsEndpoint(), stop: () => server.close() }
}

/** Installs the browsers from Debian, if they are missing. */
export function installBrowsers(): void {
  const wanted = [
    { file: shellPath, name: 'chromium-headless-shell' },
    { file: chromiumPath, name: 'chromium' },
    { file: firefoxPath, name: 'firefox-esr' },
  ].filter(({ file }) => !existsSync(file))
  if (wanted.length === 0) return
  const names = wanted.map(({ name }) => name)
  console.error(`Installing ${names.join(' and ')} for the tests in browsers …`)
  const packages = [...names, 'fonts-dejavu-core', 'fonts-noto-core']
  const apt = (...given: string[]) =>
    spawnSync('apt-get', given, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  const { status } = apt('install', '-y', '--no-install-recommends', ...packages)
  if (status !== 0)
    throw new Error(
      `The tests need ${names.join(' and ')}. Install them, or set TEST_CHROMIUM and TEST_FIREFOX to where they are.`,
    )
}
