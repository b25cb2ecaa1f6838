import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPid } from './process-id.ts'

/**
 * Runs `work` while no other process holds the lock. The lock is a folder that contains its owner's pid and is renamed
 * into place atomically, so two first starts can't both create the cluster, and a lock always has an owner. The lock of
 * a dead process is removed.
 */
export async function withLock(lockDir: string, work: () => void): Promise<void> {
  const own = `${lockDir}.${process.pid}.${randomBytes(4).toString('hex')}`
  fs.mkdirSync(own)
  fs.writeFileSync(path.join(own, 'pid'), String(process.pid))
  try {
    for (let waited = 0; ; waited++) {
      try {
        fs.renameSync(own, lockDir)
        break
      } catch (error) {
        if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
        const owner = readPid(path.join(lockDir, 'pid'))
        if (owner !== undefined && (!isAlive(owner) || waited > 600)) breakLock(lockDir, owner)
        else await sleep(100)
      }
    }
  } catch (error) {
    fs.rmSync(own, { recursive: true, force: true })
    throw error
  }
  try {
    work()
  } finally {
    fs.rmSync(lockDir, { recursive: true, force: true })
  }
}

/**
 * Removes the lock of a dead process. Only one of several processes succeeds, and a lock that another process took in
 * the meantime is put back.
 */
function breakLock(lockDir: string, owner: number): void {
  const aside = `${lockDir}.${process.pid}.broken`
  try {
    fs.renameSync(lockDir, aside)
  } catch {
    return
  }
  if (readPid(path.join(aside, 'pid')) !== owner) {
    try {
      return fs.renameSync(aside, lockDir)
    } catch {
      // Another process has the lock by now.
    }
  }
  fs.rmSync(aside, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
