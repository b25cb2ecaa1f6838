import net from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port is outside the ephemeral range', async () => {
  for (const port of await Promise.all(Array.from({ length: 20 }, freePort))) {
    expect(port).toBeGreaterThanOrEqual(10_240)
    expect(port).toBeLessThan(32_768)
    const server = net.createServer()
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
    await new Promise((resolve) => server.close(resolve))
  }
})
