/** Builds the web if its sources have changed since the last build, and prints the duration. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { compressAssets } from '../server/pages/compress-assets.ts'
import { keepEarlierAssets } from '../server/pages/earlier-assets.ts'

const root = path.join(import.meta.dirname, '..')
const stampFile = path.join(root, 'build', '.sources')

/** Returns the sources of the bundles, relative to the project. */
export function sources(): string[] {
  const files = [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'server/pages/render-context.ts',
    'server/pages/compress-assets.ts',
  ].filter((file) => fs.existsSync(path.join(root, file)))
  for (const folder of ['web', 'shared', 'locales', 'modules']) {
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      const file = path.relative(root, path.join(entry.parentPath, entry.name))
      // Browsers run the rules of modules, and the card fields, bank fields and wallet buttons of payment providers.
      const isOfBrowser = folder !== 'modules' || /[\\/](rules|payments[\\/]providers)[\\/]/.test(file)
      const isOfDemo = folder === 'locales' && /[\\/]seed[\\/]/.test(file)
      if (entry.isFile() && isOfBrowser && !isOfDemo && !/\.test\.tsx?$|\.md$/.test(file)) files.push(file)
    }
  }
  return files.sort()
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of sources())
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Whether `build/` is a build of the current sources. */
export const isBuilt = (hash = hashOfSources()): boolean =>
  fs.existsSync(path.join(root, 'build/server/index.js')) &&
  fs.existsSync(stampFile) &&
  fs.readFileSync(stampFile, 'utf8') === hash

/** Returns exit code 0 if `build/` is a build of the current sources, building it if needed. */
async function ensureBuild(): Promise<number> {
  const hash = hashOfSources()
  if (isBuilt(hash)) return 0
  try {
    for (const folder of [root, path.join(root, 'build')])
      if (fs.existsSync(folder)) fs.accessSync(folder, fs.constants.W_OK)
  } catch {
    console.error(
      `sunbul: the web must be built anew, and this user may not write ${root}. As the user who owns it, once: npx node scripts/ensure-build.ts`,
    )
    return 1
  }
  const builder = path.join(root, 'node_modules/@react-router/dev/bin.cjs')
  if (!fs.existsSync(builder)) {
    console.error(
      'sunbul: the web must be built, and the packages that build it were left out when others were installed. Once: npm ci --include=dev',
    )
    return 1
  }
  const startedAt = performance.now()
  console.log('sunbul: building the web …')
  fs.rmSync(stampFile, { force: true })
  keepEarlierAssets(root, new Date())
  const result = spawnSync(process.execPath, [builder, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}\nsunbul: the web could not be built`)
    return result.status ?? 1
  }
  await compressAssets(root)
  fs.writeFileSync(stampFile, hash)
  console.log(`sunbul: built the web (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return 0
}

if (import.meta.main) process.exitCode = await ensureBuild()
