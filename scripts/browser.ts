/**
 * Finds a Chromium for the tests. On Linux x64, the browser, its libraries and fonts come from npm.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Browser = {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
  readonly from: string
}

const root = path.join(import.meta.dirname, '..')
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Run the provider's iframes in the page's process: this saves a process for each paying journey, and an eighth of
  // the browser's time.
  '--disable-site-isolation-trials',
]

/**
 * Returns launch options for Playwright. Chromium's sandbox is off: it doesn't work in containers, and the pages are
 * ours.
 */
export const launchOptions = ({ executablePath, env }: Browser) => ({
  executablePath,
  chromiumSandbox: false,
  args: flags,
  env: { ...process.env, ...env } as Record<string, string>,
})

/** Returns the first Chromium of `CHROME_PATH`, npm, the machine and Playwright's downloads. */
export async function findBrowser(): Promise<Browser> {
  const requestText = process.env.CHROME_PATH
  if (requestText) return { executablePath: requestText, env: {}, from: `CHROME_PATH ${requestText}` }
  const packed = await unpackedFromNpm().catch((error: unknown) => {
    console.warn(`sunbul: the browser from npm cannot be unpacked: ${String(error)}`)
    return undefined
  })
  if (packed && runs(packed)) return packed
  const installed = installedOnTheMachine()
  if (installed && (process.platform === 'win32' || runs(installed))) return installed
  execFileSync(process.execPath, [path.join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  const { chromium } = await import('@playwright/test')
  return { executablePath: chromium.executablePath(), env: {}, from: 'playwright install' }
}

async function unpackedFromNpm(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packageDir = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const cache = path.join(root, 'node_modules/.cache')
  const folder = path.join(cache, `chromium-${version}`)
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(cache, { recursive: true })
    const draft = fs.mkdtempSync(path.join(cache, 'chromium-'))
    const { inflate } = await import('@sparticuz/chromium')
    const systemTemp = process.env.TMPDIR
    process.env.TMPDIR = draft // The package unpacks into the temporary folder; this copy is private and complete.
    try {
      for (const part of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
        await inflate(path.join(packageDir, 'bin', part))
    } finally {
      if (systemTemp === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = systemTemp
    }
    try {
      fs.renameSync(draft, folder)
    } catch {
      fs.rmSync(draft, { recursive: true, force: true }) // another run was faster
    }
  }
  const env: Record<string, string> = {
    LD_LIBRARY_PATH: [process.env.LD_LIBRARY_PATH, path.join(folder, 'al2023/lib')].filter(Boolean).join(':'),
  }
  // The renderer crashes without a font configuration.
  if (!fs.existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_PATH'] = path.join(folder, 'fonts')
  return { executablePath: path.join(folder, 'chromium'), env, from: `npm @sparticuz/chromium ${version}` }
}

function installedOnTheMachine(): Browser | undefined {
  const programFolders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
    (folder) => folder !== undefined,
  )
  const applicationFolders = ['', process.env.HOME ?? '']
  const candidates = [
    ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
      (name) => `/usr/bin/${name}`,
    ),
    '/snap/bin/chromium',
    ...applicationFolders.flatMap((home) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`,
      ),
    ),
    ...programFolders.flatMap((folder) => [
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
      `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
    ]),
  ]
  const found = candidates.find((candidate) => fs.existsSync(candidate))
  return found ? { executablePath: found, env: {}, from: found } : undefined
}

function runs(browser: Browser): boolean {
  try {
    execFileSync(browser.executablePath, ['--version'], {
      env: { ...process.env, ...browser.env },
      stdio: 'pipe',
      timeout: 20_000,
    })
    return true
  } catch {
    return false
  }
}
