import net from 'node:net'

/**
 * Stays below the ephemeral ports of operating systems (from 32768 on Linux, from 49152 elsewhere): another program
 * could get such a port before our server listens.
 */
const [lowest, highest] = [10_240, 32_000]

/** Finds a free port on this machine; the preferred one if it is free. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (let tries = 0; tries < 100; tries++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${lowest} and ${highest} is free.`)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
