/** `npx node scripts/licences.ts`: lists the licence of every production dependency, from package-lock.json. */
import { one, required } from '#shared/collections.ts'
import fs from 'node:fs'
import path from 'node:path'

export type LicensedPackage = { readonly name: string; readonly licence: string }

/** Licences that only require their text, which npm installs with the package. */
const permissive = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense Python-2.0'.split(' '),
)
/** Licences whose packages must be listed in NOTICE. */
const withNotice = new Set(['LGPL-3.0-or-later', 'OFL-1.1', 'CC-BY-4.0'])

/**
 * Packages whose package.json has no licence or a different one than their files. The reason is in a comment or in
 * NOTICE.
 */
const corrected: Readonly<Record<string, string>> = {
  '@fawazahmed0/currency-api': 'CC0-1.0',
  '@ip-location-db/geo-whois-asn-country-mmdb': 'CC-BY-4.0',
  // Its LICENSE file.
  'png-js': 'MIT',
}

type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly link?: boolean; readonly license?: string }>
  >
}

/** Returns the production dependencies with their SPDX licence expressions, or `none`. */
export function productionLicences(lock: Lock): LicensedPackage[] {
  return Object.entries(lock.packages).flatMap(([place, { dev, link, license }]) => {
    if (place === '' || dev || link) return []
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [{ name, licence: corrected[name] ?? license ?? 'none' }]
  })
}

/** Returns packages with an unlisted licence, and those missing in NOTICE. */
export function licenceProblems(packages: readonly LicensedPackage[], notice: string): string[] {
  const patterns = [...notice.matchAll(/^Package: (.+)$/gm)].flatMap((match) => required(match[1]).split(', '))
  const isNamed = (name: string) =>
    patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
  return packages.flatMap(({ name, licence }) => {
    const options = licence
      .replaceAll(/[()]/g, '')
      .split(/ or /i)
      .map((option) => option.split(' AND '))
    const parts = options.find((option) => option.every((part) => permissive.has(part))) ?? one(options)
    const unknown = parts.filter((part) => !permissive.has(part) && !withNotice.has(part))
    if (unknown.length > 0) return [`${name}: the licence ${licence} is not on the list of scripts/licences.ts`]
    return parts.some((part) => withNotice.has(part)) && !isNamed(name)
      ? [`${name}: NOTICE must name it (${licence})`]
      : []
  })
}

const root = path.join(import.meta.dirname, '..')
export const readLock = (): Lock => JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
export const readNotice = (): string => fs.readFileSync(path.join(root, 'NOTICE'), 'utf8')

if (import.meta.main) {
  const packages = productionLicences(readLock())
  for (const [licence, photos] of Map.groupBy(packages, ({ licence }) => licence))
    console.log(`${licence}\n  ${photos.map(({ name }) => name).join(', ')}`)
  const problems = licenceProblems(packages, readNotice())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
