import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the first of these programs that exists on the PATH or at its absolute path. */
export const findProgram = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) =>
      path.isAbsolute(name)
        ? [name]
        : (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
    )
    .find((file) => fs.existsSync(file))

export type RunningProgram = { end(): Promise<void> }

/**
 * Starts a program and waits until `ready` returns a value for its output. `end` stops it and its child processes.
 */
export async function start<T>(
  [program, ...args]: readonly [string, ...string[]],
  ready: (output: string) => T | undefined | Promise<T | undefined>,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningProgram & { readonly value: T }> {
  // A separate process group, so that child processes end with it.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const end = async () => {
    endGroup(child, 'SIGTERM')
    await Promise.race([exited, sleep(5000)])
    endGroup(child, 'SIGKILL')
  }
  for (const last = Date.now() + 60_000; Date.now() < last && child.exitCode === null; await sleep(50)) {
    const value = await ready(output)
    if (value !== undefined) return { value, end }
  }
  await end()
  throw new Error(`${program} did not start: ${output.slice(-2000)}`)
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // It has already exited.
  }
}
