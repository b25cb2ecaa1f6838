import dgram from 'node:dgram'
import packet from 'dns-packet'

/** The response for a name: strings of TXT records, an error, or none. */
export type DnsBehaviour = readonly (readonly string[])[] | 'nxdomain' | 'servfail' | 'refused' | 'silent'

const rcodes = { nxdomain: 3, servfail: 2, refused: 5 } as const

/** Starts a DNS server. Names missing in `records` don't exist. `requestedNames` collects the requested names. */
export async function startDnsServer(records = new Map<string, DnsBehaviour>()) {
  const socket = dgram.createSocket('udp4')
  const requestedNames: string[] = []
  socket.on('message', (message, peer) => {
    const { id, questions = [] } = packet.decode(message)
    const name = questions[0]?.name ?? ''
    requestedNames.push(name)
    const behaviour = records.get(name) ?? 'nxdomain'
    if (behaviour === 'silent') return
    const isError = typeof behaviour === 'string'
    const flags = packet.RECURSION_AVAILABLE | (isError ? rcodes[behaviour] : 0)
    const answers = isError
      ? []
      : behaviour.map((strings) => ({ type: 'TXT' as const, name, ttl: 0, data: [...strings] }))
    socket.send(packet.encode({ type: 'response', id: id ?? 0, flags, questions, answers }), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return {
    records,
    requestedNames,
    address: `127.0.0.1:${socket.address().port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        socket.close(resolve)
      }),
  }
}
