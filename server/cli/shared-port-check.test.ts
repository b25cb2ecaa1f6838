import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { countListeners, describeSharedPort, findSharedPortProblem } from './shared-port-check.ts'

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000   999        0 11 1
   1: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000   999        0 12 1
   2: 0100007F:0BB8 0100007F:C001 01 00000000:00000000 00:00000000 00000000   999        0 13 1
   3: 0100007F:0BB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000   999        0 14 1
  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when
   0: 00000000000000000000000000000000:0BB8 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000`

test('counts the sockets that listen on a port, of both families, without its connections', () => {
  expect([3000, 3001, 3002].map((port) => countListeners(table, port))).toEqual([3, 1, 0])
})

test('names web processes that share a port and would reset connections when one stops', () => {
  const describe = (listeners: number, setting?: string) => describeSharedPort({ listeners, port: 3000, setting })
  expect(describe(2, '0')).toBe(
    '2 web processes share port 3000, and Linux resets connections that wait for one when it stops: copy deploy/systemd/sysctl.d and run sysctl --system',
  )
  expect(describe(2)).toContain('Linux 5.14 or newer keeps them')
  expect([describe(2, '1'), describe(1, '0'), describe(0)]).toEqual([undefined, undefined, undefined])
})

test('one process on its port is no problem, on any system', async () => {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  expect(findSharedPortProblem({ PORT: (server.address() as AddressInfo).port })).toBeUndefined()
  server.close()
})
