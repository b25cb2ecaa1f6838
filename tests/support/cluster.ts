/**
 * Vitest's global setup: one temporary PostgreSQL for the whole run, started by the first test that needs it and
 * deleted at the end.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareFonts } from '#server/config/fonts.ts'
import { startEmbedded } from '#server/database/pg.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterDir: string
    /** The renderer caches its first fonts, so all tests use the same. */
    fontsDir: string
  }
}

const prefix = 'sunbul-test-'
export const clusterSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  shared_buffers: '64MB',
  max_wal_size: '512MB',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const clusterDir = path.join(os.tmpdir(), `${prefix}${process.pid}`)
  // Workers inherit the environment that this sets.
  const fontsDir = prepareFonts(fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-fonts-')))
  project.provide('clusterDir', clusterDir)
  project.provide('fontsDir', fontsDir)
  return async () => {
    fs.rmSync(fontsDir, { recursive: true, force: true })
    await remove(clusterDir)
  }
}

/** Deletes clusters of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      await remove(path.join(os.tmpdir(), name)).catch(() => undefined)
  }
}

async function remove(clusterDir: string): Promise<void> {
  if (!fs.existsSync(clusterDir)) return
  const { stop } = await startEmbedded({ dataDir: clusterDir, settings: clusterSettings })
  await stop()
  fs.rmSync(clusterDir, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
